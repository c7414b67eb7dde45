import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { count, holdResponse } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { itemsApi } from './itemsApi';
import { loadItems, seedItems } from './itemsSlice';

const lamp = { _id: '1', name: 'Lamp', description: '', category: 'Lights', price: 1 };

test('the first visit uses the list of the first-cards script; the next one loads', async () => {
  const store = makeStore(fakeBrowser());
  store.dispatch(seedItems({}, [lamp]));
  await store.dispatch(loadItems({}));
  const select = itemsApi.endpoints.getItems.select({});
  expect(select(store.getState()).data).toEqual([lamp]);
  expect(count('GET /items')).toBe(0);

  await store.dispatch(loadItems({}));
  await expect.poll(() => select(store.getState()).data).toHaveLength(60);
  expect(count('GET /items')).toBe(1);
});

test('a load aborts an older one in flight with the same filters', async () => {
  const store = makeStore(fakeBrowser());
  const respondToFirst = holdResponse();
  await store.dispatch(loadItems({}));
  await expect.poll(() => count('GET /items')).toBe(1);
  await store.dispatch(loadItems({}));
  const select = itemsApi.endpoints.getItems.select({});
  await expect.poll(() => select(store.getState()).data).toHaveLength(60);
  await respondToFirst(Response.json([lamp]));
  expect(select(store.getState()).data).toHaveLength(60);
  expect(count('GET /items')).toBe(2);
});
