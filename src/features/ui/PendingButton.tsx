import type { ComponentProps } from 'react';
import Button from 'react-bootstrap/Button';

type PendingButtonProps = ComponentProps<typeof Button> & { isPending: boolean };

/** A button that shows that its action is under way. It keeps focus, which a disabled button would lose. */
export const PendingButton = ({ isPending, children, ...props }: PendingButtonProps) => (
  <Button {...props} aria-disabled={isPending || undefined}>
    {isPending && <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />}
    {children}
  </Button>
);
