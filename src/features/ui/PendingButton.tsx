import type { ComponentProps } from 'react';
import { useLocked } from './useLocked';

type PendingButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  className: string;
  /** What a press does; until it settles, the button ignores further presses. */
  onPress?: () => Promise<unknown>;
  /** Whether what the button stands for is under way, also beyond the press. */
  isPending?: boolean;
};

/** A button that shows that its action is under way, and waits for it. It keeps focus, which a disabled button would lose. */
// A plain element: react-bootstrap's Button takes as long as the rest of a card, ten thousand times.
export function PendingButton({ onPress, isPending, className, children, ...props }: PendingButtonProps) {
  const [press, isPressed] = useLocked(async () => onPress?.());
  const isBusy = isPending || isPressed;

  return (
    <button
      type="button"
      {...props}
      className={`btn ${className}`}
      aria-disabled={isBusy || undefined}
      // A submit button would send its form. A press that is under way has its lock, which ends before that shows.
      onClick={(event) => (isPending ? event.preventDefault() : press())}
    >
      {children}
      {/* Last, but shown first: a browser that translates the page replaces texts, and nothing can be put before one. */}
      {isBusy && <span className="spinner-border spinner-border-sm order-first me-1" aria-hidden="true" />}
    </button>
  );
}
