import { cleanup, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { allowInConsole } from '../../tests/support/console';
import { parseCart } from '../features/cart/cartApi';
import { ItemGrid } from '../features/items/ItemGrid';
import { parseItems } from '../features/items/parseItems';
import { browser } from '../store/browser';
import { formatPrice, sumLines } from '../store/money';
import { makeStore } from './store';

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
    quantity: fc.oneof(fc.nat(), fc.constantFrom(-1, 0, '2', null, 1e308)),
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
const isValidItem = (row: unknown) =>
  isRecord(row) &&
  typeof row._id === 'string' &&
  row._id &&
  typeof row.name === 'string' &&
  row.name &&
  Number.isFinite(row.price);

// Prints the seed, so that a failure can be repeated.
const runs = { numRuns: 1000, seed: Number(process.env.SEED ?? Date.now() % 2 ** 31) };
console.log(`hostileRows: ${runs.numRuns} runs. To repeat them, set SEED=${runs.seed}.`);

test('parseItems never throws, rejects non-lists, keeps each valid id once and warns once about dropped rows', () => {
  const warn = allowInConsole('warn', /rows: invalid or repeated/);
  fc.assert(
    fc.property(rowsOrOtherJson(hostileItem), (value) => {
      warn.mockClear();
      // NaN and Infinity become null.
      const json = JSON.parse(JSON.stringify(value));
      const items = parseItems(JSON.stringify(value));
      expect(Array.isArray(items)).toBe(Array.isArray(json));
      if (!Array.isArray(json)) return;
      const valid = json.filter(isValidItem);
      const ids = new Set(valid.map((row) => row._id));
      expect(items?.map((item) => item._id)).toEqual([...ids]);
      expect(warn).toHaveBeenCalledTimes(ids.size < json.length ? 1 : 0);
      for (const [text] of warn.mock.calls) expect(text).toContain('getItems: dropped');
    }),
    runs,
  );
});

test('parseCart never throws, rejects non-lists, merges lines of an item, keeps deleted items apart and drops invalid lines', () => {
  const warn = allowInConsole('warn', /rows: invalid or repeated/);
  fc.assert(
    fc.property(rowsOrOtherJson(hostileLine), (value) => {
      warn.mockClear();
      const json = JSON.parse(JSON.stringify(value));
      const lines = parseCart(JSON.stringify(value));
      expect(Array.isArray(lines)).toBe(Array.isArray(json));
      if (!Array.isArray(json) || !lines) return;
      const valid = json.filter(
        (row) =>
          isRecord(row) && Number.isFinite(row.quantity) && (row.item === null || isValidItem(row.item)),
      );
      expect(new Set(lines.map(({ item }) => item?._id))).toEqual(
        new Set(valid.map(({ item }) => item?._id)),
      );
      const deletedCount = valid.filter(({ item }) => item === null).length;
      expect(lines.filter(({ item }) => item === null)).toHaveLength(deletedCount);
      expect(lines.length - deletedCount).toBe(new Set(lines.flatMap(({ item }) => item?._id ?? [])).size);
      expect(warn).toHaveBeenCalledTimes(valid.length < json.length ? 1 : 0);
      // A price (sign and currency on either side), or a dash.
      expect(formatPrice(sumLines(lines))).toMatch(/^(\D{0,2}[\d.,]+\D{0,2}|—)$/);
    }),
    runs,
  );
});

test('hostile items are rendered as inert text', () => {
  allowInConsole('warn', /rows: invalid or repeated/);
  const store = makeStore(browser);
  fc.assert(
    fc.property(fc.array(hostileItem, { maxLength: 3 }), (value) => {
      // Not at the end: a failing example does not reach it, and fast-check goes on with smaller ones.
      cleanup();
      const items = parseItems(JSON.stringify(value)) ?? [];
      const { container } = render(
        <Provider store={store}>
          <ItemGrid items={items} onAdd={async () => {}} />
        </Provider>,
        { wrapper: MemoryRouter },
      );
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
