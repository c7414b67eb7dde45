import type { ComponentProps } from 'react';
import { usePendingAction } from './usePendingAction';

type PendingButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  className: string;
  /** Called on click. The button ignores further clicks until the promise settles. */
  onPress?: () => Promise<unknown>;
  /** Whether the action is pending for another reason than a click on this button. */
  isPending?: boolean;
};

/** A button that shows a spinner and ignores clicks while its action is pending. It keeps focus: `disabled` would lose it. */
// A plain element, because react-bootstrap's Button costs as much as the rest of a card and there may be 10,000 cards.
export function PendingButton({ onPress, isPending, className, children, ...props }: PendingButtonProps) {
  const [press, isPressed] = usePendingAction(async () => onPress?.());
  const isBusy = isPending || isPressed;

  return (
    <button
      type="button"
      {...props}
      className={`btn ${className}`}
      aria-disabled={isBusy || undefined}
      // Prevented, because a submit button would submit its form.
      onClick={(event) => (isPending ? event.preventDefault() : press())}
    >
      {children}
      {/* After the text, because translation extensions replace text nodes, and React cannot insert before one. */}
      {isBusy && (
        <span className="spinner-border spinner-border-sm order-first me-1">
          <span className="visually-hidden">Please wait…</span>
        </span>
      )}
    </button>
  );
}
