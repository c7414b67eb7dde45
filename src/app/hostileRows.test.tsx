import { cleanup, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { responseProblem } from '../../tests/support/calls';
import { parseCart } from '../features/cart/cartApi';
import { ItemGrid } from '../features/items/ItemGrid';
import { parseItems } from '../features/items/parseItems';
import { formatPrice, sumLines } from '../store/money';

/** Texts that break careless code: markup, templates, right-to-left text, emoji, names in Object.prototype, long and empty texts. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '<img src=x onerror="alert(1)">',
    '</script><script>alert(1)</script>',
    '‮rtl override‬ שלום',
    '👩‍👩‍👧‍👦🛒',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    ' ',
    '',
    '{{7*7}}',
  ),
  fc.string({ unit: 'grapheme' }),
);

const hostilePrice = fc.oneof(fc.double(), fc.constantFrom(-5, 0, 1e308, '19.99', 'NaN', null));

const hostileItem = fc.record(
  {
    _id: hostileText,
    name: hostileText,
    description: hostileText,
    category: hostileText,
    price: hostilePrice,
  },
  { requiredKeys: [] },
);

const hostileLine = fc.record(
  {
    item: fc.oneof(hostileItem, fc.constant(null), fc.jsonValue()),
    quantity: fc.oneof(fc.nat(), fc.constantFrom(-1, 0, 1.5, '2', null, 1e21)),
  },
  { requiredKeys: [] },
);

const rowsOrOtherJson = (row: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof({ weight: 4, arbitrary: row }, { weight: 1, arbitrary: fc.jsonValue() })),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isValidItem = (row: unknown): row is { _id: string } =>
  isRecord(row) &&
  typeof row._id === 'string' &&
  row._id !== '' &&
  typeof row.name === 'string' &&
  row.name !== '' &&
  Number.isFinite(row.price);
const isValidLine = (row: unknown): row is { item: { _id: string } | null } =>
  isRecord(row) &&
  Number.isSafeInteger(row.quantity) &&
  Number(row.quantity) >= 1 &&
  (row.item === null || isValidItem(row.item));

// Prints the seed, so that a failure can be repeated.
const runs = { numRuns: 1000, seed: Number(process.env.SEED ?? Date.now() % 2 ** 31) };
console.log(`hostileRows: ${runs.numRuns} runs. To repeat them, set SEED=${runs.seed}.`);

test('parseItems never throws, rejects lists without a valid row, keeps each valid id once and reports once', () => {
  fc.assert(
    fc.property(rowsOrOtherJson(hostileItem), (value) => {
      const problems: string[] = [];
      // NaN and Infinity become null.
      const json = JSON.parse(JSON.stringify(value));
      const items = parseItems(JSON.stringify(value), (problem) => problems.push(problem));
      const rows: unknown[] | undefined = Array.isArray(json) ? json : undefined;
      const ids = [...new Set(rows?.filter(isValidItem).map((row) => row._id))];
      expect(items?.map((item) => item._id)).toEqual(ids.length || rows?.length === 0 ? ids : undefined);
      expect(problems).toHaveLength(ids.length === rows?.length ? 0 : 1);
      for (const problem of problems) expect(`getItems: ${problem}`).toMatch(responseProblem);
    }),
    runs,
  );
});

test('parseCart never throws, rejects lists without a valid line, merges lines of an item and loses no line', () => {
  fc.assert(
    fc.property(rowsOrOtherJson(hostileLine), (value) => {
      const problems: string[] = [];
      const json = JSON.parse(JSON.stringify(value));
      const lines = parseCart(JSON.stringify(value), (problem) => problems.push(problem));
      const rows: unknown[] | undefined = Array.isArray(json) ? json : undefined;
      const valid = rows?.filter(isValidLine) ?? [];
      expect(lines !== undefined).toBe(valid.length > 0 || rows?.length === 0);
      expect(problems).toHaveLength(valid.length === rows?.length ? 0 : 1);
      for (const problem of problems) expect(`getCart: ${problem}`).toMatch(responseProblem);
      if (!rows || !lines) return;
      const available = lines.filter((line) => line.item !== null);
      const ids = new Set(valid.flatMap(({ item }) => item?._id ?? []));
      expect(available.map(({ item }) => item._id).toSorted()).toEqual([...ids].toSorted());
      const unavailableCount = rows.length - valid.filter(({ item }) => item).length;
      expect(lines.length - available.length).toBe(unavailableCount);
      // A price (sign and currency on either side), or a dash.
      expect(formatPrice(sumLines(available))).toMatch(/^(\D{0,2}[\d.,]+\D{0,2}|—)$/);
    }),
    runs,
  );
});

test('hostile items are rendered as inert text', () => {
  fc.assert(
    fc.property(fc.array(hostileItem, { maxLength: 3 }), (value) => {
      // Not at the end: a failing example does not reach it, and fast-check goes on with smaller ones.
      cleanup();
      const items = parseItems(JSON.stringify(value), () => {}) ?? [];
      const { container } = render(<ItemGrid items={items} onAdd={async () => {}} />);
      // By tag: a thousand queries by role take seconds.
      const cards = container.querySelectorAll('article');
      expect(cards).toHaveLength(items.length);
      for (const [index, { name, description, category, price }] of items.entries()) {
        const text = cards[index]?.textContent;
        for (const part of [name, description, `Category: ${category}`, formatPrice(price)])
          expect(text).toContain(part);
        const button = cards[index]?.querySelector('button');
        expect(button).toHaveAccessibleName('Add to Cart');
        expect(button).toBeVisible();
      }
      expect(container.querySelectorAll('script, [onerror]')).toHaveLength(0);
    }),
    runs,
  );
}, 120_000);
