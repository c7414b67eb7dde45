import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPrice, sumLines } from './money';

test.each([
  [18.5, '$18.50'],
  [1299, '$1,299.00'],
  [0, '$0.00'],
  [-5, '-$5.00'],
  [19.999, '$20.00'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
  [-1e21, '—'],
  [99_999_999_999_999, '—'],
])('%d is formatted as %s', (amount, text) => {
  expect(formatPrice(amount)).toBe(text);
});

test('a total is exact to the cent', () => {
  expect(sumLines([])).toBe(0);
  expect(sumLines([{ item: { price: 0.1 }, quantity: 3 }])).toBe(0.3);
  const anyLine = fc.record({
    cents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const totalCents = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
      expect(sumLines(lines.map(({ cents, quantity }) => ({ item: { price: cents / 100 }, quantity })))).toBe(
        totalCents / 100,
      );
    }),
  );
});

test('the total of a single item is shown like its price', () => {
  for (const price of [8.575, 1.005, 0.005, -1.005, 1e-7]) {
    expect(formatPrice(sumLines([{ item: { price }, quantity: 1 }]))).toBe(formatPrice(price));
  }
});

test('formats prices like Intl', () => {
  const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  /** Amounts that end in half a cent. */
  const halfCents = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (10 * cents + 5) / 1000);
  const anyAmount = fc.oneof(fc.double({ noNaN: true, min: -1e11, max: 1e11 }), halfCents);
  fc.assert(
    fc.property(anyAmount, (amount) => {
      // Except for -0, which is $0.00 here.
      expect(formatPrice(amount)).toBe(intl.format(amount).replace('-$0.00', '$0.00'));
    }),
    { numRuns: 2_000, examples: [[-0.004], [1.005], [1.15], [999.995], [5e-324]] },
  );
});
