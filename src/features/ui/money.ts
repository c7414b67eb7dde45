/** Dollars as `Intl.NumberFormat` writes them, up to ten trillion, or a dash; to make one of those takes up to 50 ms on the way to the first cards. */
export function formatPrice(amount: number): string {
  const size = Math.abs(amount);
  if (!(size < 1e21)) return '—';
  // As it is written, not as it is stored: the half cent of 1.005 is rounded up. What has an exponent by now is nothing.
  const cents = Math.round(Number(`${size}e2`) || 0);
  const digits = String(BigInt(cents)).padStart(3, '0').replace(/\d\d$/, '.$&');
  return `${amount < 0 ? '-' : ''}$${digits.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

/** What the lines cost together, in dollars; summed in whole cents, so that nothing is lost to fractions. */
export const total = (lines: { item: { price: number } | null; quantity: number }[]) =>
  lines.reduce((cents, { item, quantity }) => cents + Math.round((item?.price ?? 0) * 100) * quantity, 0) /
  100;
