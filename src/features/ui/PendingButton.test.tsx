import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PendingButton } from './PendingButton';

test.each([true, false])(
  'keeps the aria-disabled of its caller, also while it is pending: %s',
  (isPending) => {
    render(<PendingButton className="btn-primary" isPending={isPending} aria-disabled />);
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  },
);
