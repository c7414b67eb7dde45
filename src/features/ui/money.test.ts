import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPrice, total } from './money';

test.each([
  [18.5, '$18.50'],
  [1299, '$1,299.00'],
  [0, '$0.00'],
  [-5, '-$5.00'],
  [19.999, '$20.00'],
  [Number.NaN, '—'],
  [Number.POSITIVE_INFINITY, '—'],
])('%d is %s', (amount, text) => {
  expect(formatPrice(amount)).toBe(text);
});

test('a total is exact to the cent', () => {
  expect(total([])).toBe(0);
  expect(total([{ price: 0.1, quantity: 3 }])).toBe(0.3);
  const line = fc.record({
    cents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const cents = lines.reduce((sum, it) => sum + it.cents * it.quantity, 0);
      expect(total(lines.map((it) => ({ price: it.cents / 100, quantity: it.quantity })))).toBe(cents / 100);
    }),
  );
});

test('no price gives a text with NaN or undefined', () => {
  fc.assert(
    fc.property(fc.double(), (amount) => {
      expect(formatPrice(amount)).toMatch(/^(-?\$[\d,]+\.\d\d|—)$/);
    }),
  );
});
