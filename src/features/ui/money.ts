/** Dollars as `Intl.NumberFormat` writes them, or a dash; to make one of those takes longer than all that the page does until its first cards. */
export function formatPrice(amount: number): string {
  if (!Number.isFinite(amount)) return '—';
  const size = Math.abs(amount);
  // No price of an item, and not written in plain digits.
  if (size > 1e12 || (size > 0 && size < 1e-6))
    return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const [whole, fraction = ''] = String(size).split('.');
  // Rounded by its digits: in binary, 1.005 is a little less than that.
  const cents = Number(whole + fraction.padEnd(2, '0').slice(0, 2)) + (fraction.charAt(2) >= '5' ? 1 : 0);
  const dollars = String(cents)
    .padStart(3, '0')
    .replace(/\d\d$/, '.$&')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${amount < 0 || Object.is(amount, -0) ? '-' : ''}$${dollars}`;
}

/** What the lines cost together, in dollars; summed in whole cents, so that nothing is lost to fractions. */
export const total = (lines: { item: { price: number } | null; quantity: number }[]) =>
  lines.reduce((cents, { item, quantity }) => cents + Math.round((item?.price ?? 0) * 100) * quantity, 0) /
  100;
