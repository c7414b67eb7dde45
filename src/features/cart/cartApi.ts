import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { isNumber, isObject, isText, readNothing, readRows } from '../../store/answers';
import { type CartItem, generatedApi } from '../../store/api.generated';

/** A line as the cart shows it: without an item where the shop has deleted that since. */
export type Line = { item: CartItem | null; quantity: number };

/** The lines of the answer, one for each item that is known. A line without a quantity or a readable item is left out. */
export function readCart(body: string): Line[] | undefined {
  const lines = readRows(body, 'getCart', ({ item, quantity }): Line | undefined => {
    const known = item === null ? null : readItem(item);
    return known !== undefined && isNumber(quantity) ? { item: known, quantity } : undefined;
  });
  if (!lines) return undefined;
  const byId = new Map<unknown, Line>();
  for (const { item, quantity } of lines) {
    // Remove takes every line of an item, so an item that the backend lists twice is one line here.
    const id = item ? item._id : Symbol('gone');
    byId.set(id, { item, quantity: quantity + (byId.get(id)?.quantity ?? 0) });
  }
  return [...byId.values()];
}

function readItem(item: unknown): CartItem | undefined {
  if (!isObject(item)) return undefined;
  const { _id, name, price } = item;
  return isText(_id) && isText(name) && isNumber(price) ? { _id, name, price } : undefined;
}

/** Loads the cart again where it is on screen. A failure has changed nothing; loading could raise a second alert. */
const invalidatesTags = (_result: unknown, error: unknown) => (error ? [] : ['Cart' as const]);

export const cartApi = generatedApi.enhanceEndpoints<
  'Cart',
  { getCart: OverrideResultType<DefinitionsFromApi<typeof generatedApi>['getCart'], Line[] | null> }
>({
  endpoints: {
    // Forgotten, and aborted if under way, as soon as the shopper leaves: no alert on another screen.
    getCart: { extraOptions: { bearer: true, read: readCart }, providesTags: ['Cart'], keepUnusedDataFor: 0 },
    addToCart: { extraOptions: { bearer: true, read: readNothing }, invalidatesTags },
    removeFromCart: { extraOptions: { bearer: true, read: readNothing }, invalidatesTags },
  },
});

export const { useGetCartQuery } = cartApi;
