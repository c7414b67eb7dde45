import type { ComponentProps } from 'react';

type PendingButtonProps = ComponentProps<'button'> & { isPending: boolean };

/** A button that shows that its action is under way. It keeps focus, which a disabled button would lose. */
// A plain element: react-bootstrap's Button takes as long as the rest of a card, ten thousand times.
export const PendingButton = ({ isPending, className = '', children, ...props }: PendingButtonProps) => (
  <button type="button" {...props} className={`btn ${className}`} aria-disabled={isPending || undefined}>
    {children}
    {/* Last, but shown first: a browser that translates the page replaces texts, and nothing can be put before one. */}
    {isPending && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
  </button>
);
