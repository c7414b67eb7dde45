import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { makeStore } from '../../app/store';
import { cartApi } from '../cart/cartApi';
import { selectCategories } from './categories';
import type { Filters } from './filters';
import { provideItems } from './itemsSlice';

const itemsOf = (...categories: string[]) =>
  categories.map((category, index) => ({
    _id: String(index),
    name: 'Lamp',
    description: '',
    category,
    price: 1,
  }));

function makeStoreWith(...lists: [filters: Filters, categories: string[]][]) {
  const store = makeStore(fakeBrowser());
  for (const [filters, categories] of lists) store.dispatch(provideItems(filters, itemsOf(...categories)));
  return { ...store, categories: () => selectCategories(store.getState()) };
}

test('the categories of all lists, sorted, each once, without the empty one', () => {
  const { categories } = makeStoreWith(
    [{}, ['Toys', 'Books', 'Toys', '']],
    [{ category: 'Audio' }, ['Audio', 'Books']],
  );
  expect(categories()).toEqual(['Audio', 'Books', 'Toys']);
});

test('none before a list is there, nor out of a cart', async () => {
  const { categories, dispatch } = makeStoreWith();
  const cart = [{ item: { _id: '1', name: 'Lamp', price: 1 }, quantity: 1, category: 'Toys' }];
  await dispatch(cartApi.util.upsertQueryData('getCart', undefined, cart));
  expect(categories()).toEqual([]);
});

test('not more than fifty', () => {
  const many = Array.from({ length: 60 }, (_, index) => `Category ${index + 10}`);
  expect(makeStoreWith([{}, many]).categories()).toEqual(many.slice(0, 50));
});

test('a load that changes no category is no change', () => {
  const { categories, dispatch } = makeStoreWith([{}, ['Toys']]);
  const before = categories();
  dispatch(provideItems({}, itemsOf('Toys', 'Toys')));
  expect(categories()).toBe(before);
});
