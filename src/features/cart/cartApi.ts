import { isAnyOf } from '@reduxjs/toolkit';
import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { type CartItem, generatedApi } from '../../store/api.generated';
import { isFiniteNumber, isNonEmptyString, isObject, parseRows, rejectHtml } from '../../store/responses';

/** A validated `CartLine`. `item` is null if the item is no longer in the catalogue. */
export type Line = { item: CartItem | null; quantity: number };

/** The cart's lines, one per item. Drops lines without a quantity or with an invalid item. */
export function parseCart(body: string): Line[] | undefined {
  const lines = parseRows(body, 'getCart', ({ item, quantity }): Line | undefined => {
    const parsed = item === null ? null : parseCartItem(item);
    return parsed !== undefined && isFiniteNumber(quantity) ? { item: parsed, quantity } : undefined;
  });
  if (!lines) return undefined;
  const merged = new Map<string | symbol, Line>();
  for (const { item, quantity } of lines) {
    // Remove removes all lines of an item at once, so show them as one. Lines with `item: null` stay separate.
    const key = item?._id ?? Symbol('no item');
    merged.set(key, { item, quantity: quantity + (merged.get(key)?.quantity ?? 0) });
  }
  return [...merged.values()];
}

function parseCartItem(value: unknown): CartItem | undefined {
  if (!isObject(value)) return undefined;
  const { _id, name, price } = value;
  const isValid = isNonEmptyString(_id) && isNonEmptyString(name) && isFiniteNumber(price);
  return isValid ? { _id, name, price } : undefined;
}

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
