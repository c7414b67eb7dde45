import { isAnyOf } from '@reduxjs/toolkit';
import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { type CartItem, generatedApi } from '../../store/api.generated';
import { explainList, findFieldProblem } from '../../store/problems';
import {
  hasFields,
  isCount,
  isFiniteNumber,
  isNonEmptyString,
  isObject,
  parseRows,
  type Report,
  rejectHtml,
} from '../../store/responses';

export type AvailableLine = { item: CartItem; quantity: number };

/** A line of the cart. It has no item if the item is no longer in the catalogue or if the line is invalid. */
export type Line = AvailableLine | { item: null; quantity: number | null };

type ValidLine = { item: CartItem | null; quantity: number };

const itemFields = { _id: isNonEmptyString, name: isNonEmptyString, price: isFiniteNumber };
const lineFields = { quantity: isCount };

const isValidLine = (line: unknown): line is ValidLine =>
  hasFields(line, lineFields) && (line.item === null || hasFields(line.item, itemFields));

const findLineProblem = (line: unknown) =>
  findFieldProblem(line, lineFields) ??
  (isValidLine(line) ? undefined : findFieldProblem((line as ValidLine).item, itemFields, '/item'));

/** The cart's lines, one per item. No line vanishes: an invalid one is unavailable. */
export function parseCart(body: string, report: Report): Line[] | undefined {
  const rows = parseRows(body, isValidLine, (value) => report(explainList(value, findLineProblem)));
  if (!rows) return undefined;
  const lines = new Map<string | symbol, Line>();
  for (const row of rows.all) {
    if (!isValidLine(row) || !row.item) {
      const quantity = isObject(row) && isCount(row.quantity) ? row.quantity : null;
      lines.set(Symbol(), { item: null, quantity });
      continue;
    }
    const { _id, name, price } = row.item;
    // Remove removes all lines of an item at once, so show them as one. Unavailable lines stay separate.
    const quantity = row.quantity + (lines.get(_id)?.quantity ?? 0);
    lines.set(_id, { item: { _id, name, price }, quantity });
  }
  return [...lines.values()];
}

export const availableLines = (lines: Line[]) => lines.filter((line) => line.item !== null);

export const countPieces = (lines: { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** A call that changes the cart. It reloads the cart if that is on screen, but not after a failure: the page keeps its lines. */
const change = {
  extraOptions: { bearer: true, parse: rejectHtml },
  invalidatesTags: (_result: unknown, error: unknown) => (error ? [] : ['Cart' as const]),
};

/** Allows null as the result of `getCart`: no lines to show, because they were outdated (`clearLines` in cartSlice.ts). */
export const cartApi = generatedApi.enhanceEndpoints<
  'Cart',
  { getCart: OverrideResultType<DefinitionsFromApi<typeof generatedApi>['getCart'], Line[] | null> }
>({
  endpoints: {
    // When the shopper leaves the page, the cart is dropped and its request aborted: no alert on another screen.
    getCart: {
      extraOptions: { bearer: true, parse: parseCart },
      providesTags: ['Cart'],
      keepUnusedDataFor: 0,
    },
    addToCart: change,
    removeFromCart: change,
  },
});

const { addToCart, removeFromCart } = cartApi.endpoints;
export const cartChanged = isAnyOf(addToCart.matchFulfilled, removeFromCart.matchFulfilled);
