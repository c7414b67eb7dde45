// Hand-written, because creating an Intl.NumberFormat takes up to 50 ms on a cold page. money.test.ts checks that the results match Intl.

/** Whole cents. Moves the decimal point of the digits, because 1.005 * 100 is 100.49999999999999. */
function toCents(dollars: number): number {
  const size = Math.abs(dollars);
  // The digits of tiny amounts are in exponent notation.
  const cents = size < 1e-6 ? 0 : Math.round(Number(`${size}e2`));
  return dollars < 0 ? -cents : cents;
}

/** Whether an amount is a number whose cents are exact. */
export const isShowable = (dollars: number) => Number.isSafeInteger(toCents(dollars));

/** `-$1,299.00`, or a dash for an amount that cannot be shown. */
export function formatPrice(dollars: number): string {
  const cents = toCents(dollars);
  if (!Number.isSafeInteger(cents)) return '—';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}$${groupThousands(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** A limit of a price range: like a price, but whole dollars have no cents. */
export const formatPriceLimit = (dollars: number) => formatPrice(dollars).replace(/\.00$/, '');

/** A whole number, such as `1,299`. */
export const formatCount = (count: number) => groupThousands(String(count));

const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** The sum of all lines in dollars. */
export const sumLines = (lines: { item: { price: number }; quantity: number }[]) =>
  lines.reduce((cents, { item, quantity }) => cents + toCents(item.price) * quantity, 0) / 100;
