import type { ComponentProps } from 'react';
import './PendingButton.css';

type PendingButtonProps = ComponentProps<'button'> & {
  className: string;
  isPending: boolean;
  /** Whether clicks count while it is pending, because a newer request replaces the older one. */
  isRepeatable?: boolean;
};

/**
 * A button that shows a spinner instead of its text and, unless it is repeatable, ignores clicks while its action is pending.
 * It keeps its size, and its focus: `disabled` would lose it.
 * A plain element, because react-bootstrap's Button takes as long to render as the rest of a card.
 */
export function PendingButton({
  isPending,
  isRepeatable = false,
  onClick,
  className,
  children,
  ...props
}: PendingButtonProps) {
  const isLocked = isPending && !isRepeatable;
  return (
    <button
      type="button"
      {...props}
      className={`btn ${className}${isPending ? ' pending' : ''}`}
      aria-disabled={isLocked || undefined}
      // Also keeps a pending submit button from submitting again.
      onClick={isLocked ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {/* After the text, because translation extensions replace text nodes, and React cannot insert before a replaced one. */}
      {isPending && (
        <span className="spinner-border spinner-border-sm">
          {isLocked && <span className="visually-hidden">Please wait…</span>}
        </span>
      )}
    </button>
  );
}
