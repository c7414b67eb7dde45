import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { makeStore } from '../../app/store';
import { itemsApi } from './itemsApi';
import { seedItems, takeFirstLoad } from './itemsSlice';

const lamp = { _id: '1', name: 'Lamp', description: '', category: 'Lights', price: 1 };

test('only the first load may use the cache, which has the list of the first-cards script', () => {
  const store = makeStore(fakeBrowser());
  store.dispatch(seedItems({}, [lamp]));
  expect(itemsApi.endpoints.getItems.select({})(store.getState()).data).toEqual([lamp]);
  expect(store.dispatch(takeFirstLoad())).toBe(true);
  expect(store.dispatch(takeFirstLoad())).toBe(false);
});
