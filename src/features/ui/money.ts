/** Dollars as `Intl.NumberFormat` writes them, or a dash; to make one of those takes up to 50 ms on the way to the first cards. */
export function formatPrice(amount: number): string {
  if (!Number.isFinite(amount)) return '—';
  const [digits = '', exponent] = Math.abs(amount).toExponential().split('e');
  const [whole, fraction = ''] = digits.split('.');
  const cents = String(round(BigInt(whole + fraction), Number(exponent) - fraction.length + 2));
  const dollars = cents
    .padStart(3, '0')
    .replace(/\d\d$/, '.$&')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${amount < 0 || Object.is(amount, -0) ? '-' : ''}$${dollars}`;
}

/** `digits` × 10 to the power of `exponent`; halves are rounded up. */
function round(digits: bigint, exponent: number): bigint {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  return ((2n * digits) / 10n ** BigInt(-exponent) + 1n) / 2n;
}

/** What the lines cost together, in dollars; summed in whole cents, so that nothing is lost to fractions. */
export const total = (lines: { item: { price: number } | null; quantity: number }[]) =>
  lines.reduce((cents, { item, quantity }) => cents + Math.round((item?.price ?? 0) * 100) * quantity, 0) /
  100;
