import type { ComponentProps } from 'react';
import './PendingButton.css';

type PendingButtonProps = ComponentProps<'button'> & { className: string; isPending: boolean };

/**
 * A button that shows a spinner instead of its text and ignores clicks while its action is pending. It keeps its size, and its
 * focus: `disabled` would lose it.
 * A plain element, because react-bootstrap's Button takes as long to render as the rest of a card.
 */
export const PendingButton = ({ isPending, onClick, className, children, ...props }: PendingButtonProps) => (
  <button
    type="button"
    {...props}
    className={`btn ${className}`}
    aria-disabled={isPending || undefined}
    // Also keeps a pending submit button from submitting again.
    onClick={isPending ? (event) => event.preventDefault() : onClick}
  >
    {children}
    {/* After the text, because translation extensions replace text nodes, and React cannot insert before a replaced one. */}
    {isPending && (
      <span className="spinner-border spinner-border-sm">
        <span className="visually-hidden">Please wait…</span>
      </span>
    )}
  </button>
);
