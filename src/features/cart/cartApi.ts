import { isAnyOf } from '@reduxjs/toolkit';
import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { type CartItem, generatedApi } from '../../store/api.generated';
import {
  type Fields,
  findProblem,
  itemFields,
  parseRows,
  type Report,
  rejectHtml,
} from '../../store/responses';

export type AvailableLine = { item: CartItem; quantity: number };

/** A line of the cart. It has no item if the item is no longer in the catalogue or if the line is invalid. */
export type Line = AvailableLine | { item: null; quantity: number | null };

const lineFields: Fields = { quantity: 'safe integer >= 1' };

/** An item of null is valid: it is no longer in the catalogue. */
function findLineProblem(row: unknown, path: string): string | undefined {
  const problem = findProblem(row, lineFields, path);
  if (problem !== undefined) return problem;
  const { item } = row as Line;
  return item === null ? undefined : findProblem(item, itemFields, `${path}/item`);
}

function readLine(row: unknown): Line {
  if (findProblem(row, lineFields)) return { item: null, quantity: null };
  const { item, quantity } = row as AvailableLine;
  return findProblem(item, itemFields) ? { item: null, quantity } : { item, quantity };
}

/** The cart's lines, one per item. No line vanishes: an invalid one is unavailable. */
export function parseCart(body: string, report: Report): Line[] | undefined {
  const rows = parseRows(body, findLineProblem, report);
  if (!rows) return undefined;
  const lines = new Map<string | symbol, Line>();
  for (const row of rows.all) {
    const line = readLine(row);
    if (!line.item) {
      lines.set(Symbol(), line);
      continue;
    }
    const { _id, name, price } = line.item;
    // Remove removes all lines of an item at once, so show them as one. Unavailable lines stay separate.
    const quantity = line.quantity + (lines.get(_id)?.quantity ?? 0);
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

/** Finds the load of the cart that is in flight. */
export const findRunningLoad = cartApi.util.getRunningQueryThunk('getCart', undefined);

const { addToCart, removeFromCart } = cartApi.endpoints;
export const cartChanged = isAnyOf(addToCart.matchFulfilled, removeFromCart.matchFulfilled);
