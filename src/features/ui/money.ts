const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars as text: $1,299.00. A dash where the amount is not a finite number. */
export const formatPrice = (amount: number) => (Number.isFinite(amount) ? dollars.format(amount) : '—');

/** What the pieces cost together, in dollars; summed in whole cents, so that nothing is lost to fractions. */
export const total = (lines: { price: number; quantity: number }[]) =>
  lines.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100;
