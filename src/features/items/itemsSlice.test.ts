import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { makeStore } from '../../app/store';
import { itemsApi } from './itemsApi';
import { seedItems, takeSeed } from './itemsSlice';

const lamp = { _id: '1', name: 'Lamp', description: '', category: 'Lights', price: 1 };

test('the first load may use the list of the first-cards script, the next one may not', () => {
  const store = makeStore(fakeBrowser());
  store.dispatch(seedItems({}, [lamp]));
  expect(itemsApi.endpoints.getItems.select({})(store.getState()).data).toEqual([lamp]);
  expect(store.dispatch(takeSeed())).toBe(true);
  expect(store.dispatch(takeSeed())).toBe(false);
});

test('without that list, the first load may not use the cache', () => {
  expect(makeStore(fakeBrowser()).dispatch(takeSeed())).toBe(false);
});
