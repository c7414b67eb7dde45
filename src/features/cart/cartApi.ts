import { isObject, isText, readNothing, readRows } from '../../store/answers';
import { type CartItem, type CartLine, generatedApi } from '../../store/api.generated';

/** Stands in for an item that the shop has deleted since; real items have an id. */
const goneItem: CartItem = { _id: '', name: 'Item no longer available', price: 0 };

export const isGone = (item: CartItem) => item._id === goneItem._id;

/** The lines of the answer, one for each item. A line without a quantity or a readable item is left out. */
export function readCart(body: string): CartLine[] | undefined {
  const lines = readRows(body, 'getCart', ({ item, quantity }): CartLine | undefined => {
    const known = item === null ? goneItem : readItem(item);
    return known && Number.isFinite(quantity) ? { item: known, quantity: quantity as number } : undefined;
  });
  if (!lines) return undefined;
  const byId = new Map<string, CartLine>();
  for (const { item, quantity } of lines) {
    // Remove takes every line of an item, so an item that the backend lists twice is one line here.
    byId.set(item._id, { item, quantity: quantity + (byId.get(item._id)?.quantity ?? 0) });
  }
  return [...byId.values()];
}

function readItem(item: unknown): CartItem | undefined {
  if (!isObject(item)) return undefined;
  const { _id, name, price } = item;
  return isText(_id) && isText(name) && Number.isFinite(price)
    ? { _id, name, price: price as number }
    : undefined;
}

export const cartApi = generatedApi.enhanceEndpoints({
  endpoints: {
    // Forgotten, and aborted if under way, as soon as the shopper leaves: no alert on another screen.
    getCart: { extraOptions: { bearer: true, read: readCart }, providesTags: ['Cart'], keepUnusedDataFor: 0 },
    addToCart: { extraOptions: { bearer: true, read: readNothing } },
    removeFromCart: {
      extraOptions: { bearer: true, read: readNothing },
      // A failed removal has changed nothing; reloading could raise a second alert.
      invalidatesTags: (_result, error) => (error ? [] : ['Cart']),
    },
  },
});

export const { useGetCartQuery } = cartApi;
