// Hand-written, because creating an Intl.NumberFormat takes up to 50 ms on a cold page. money.test.ts checks that the results match Intl.

/** Whether an amount is finite, and not too large to show. */
export const isShowable = (dollars: number) => Math.abs(dollars) < 1e21;

/** Whole cents. Rounds half a cent away from zero, as Intl does. NaN if the amount cannot be shown. */
function toCents(dollars: number): number {
  const size = Math.abs(dollars);
  if (!isShowable(dollars)) return Number.NaN;
  // The digits of tiny amounts would be in exponent notation.
  if (size < 1e-6) return 0;
  // Rounds the decimal digits, because 1.005 * 100 is 100.49999999999999.
  const [whole = '', fraction = ''] = String(size).split('.');
  const roundUp = fraction.charAt(2) >= '5' ? 1 : 0;
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0')) + roundUp;
  return dollars < 0 ? -cents : cents;
}

/** `-$1,299.00`, or a dash for an amount that cannot be shown. */
export function formatPrice(dollars: number): string {
  const cents = toCents(dollars);
  if (Number.isNaN(cents)) return '—';
  // BigInt, because String would write a large number in exponent notation.
  const digits = String(BigInt(Math.abs(cents))).padStart(3, '0');
  return `${dollars < 0 ? '-' : ''}$${groupThousands(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** A limit of a price range: like a price, but whole dollars have no cents. */
export const formatPriceLimit = (dollars: number) => formatPrice(dollars).replace(/\.00$/, '');

/** A whole number, such as `1,299`. */
export const formatCount = (count: number) => groupThousands(String(count));

const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** The sum of all lines in dollars. */
export const sumLines = (lines: { item: { price: number }; quantity: number }[]) =>
  lines.reduce((cents, { item, quantity }) => cents + toCents(item.price) * quantity, 0) / 100;
