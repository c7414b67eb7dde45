/** Dollars as `Intl.NumberFormat` writes them, or a dash; to make one of those takes up to 50 ms on the way to the first cards. */
export function formatPrice(amount: number): string {
  if (!Number.isFinite(amount)) return '—';
  const [digits = '', exponent] = Math.abs(amount).toExponential().split('e');
  const [whole, fraction = ''] = digits.split('.');
  const shift = Number(exponent) - fraction.length + 2;
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(Math.max(shift, 0));
  // Halves are rounded up.
  const cents = ((2n * scaled) / 10n ** BigInt(Math.max(-shift, 0)) + 1n) / 2n;
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
