import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { count, holdResponse } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { itemsApi } from './itemsApi';
import { seedItems, startLoad } from './itemsSlice';

const { getItems } = itemsApi.endpoints;
const lamp = { _id: '1', name: 'Lamp', description: '', category: 'Lights', price: 1 };

test('the first load may use the list of the first-cards script, the next one may not', async () => {
  const store = makeStore(fakeBrowser());
  store.dispatch(seedItems({}, [lamp]));
  expect(getItems.select({})(store.getState()).data).toEqual([lamp]);
  expect(await store.dispatch(startLoad({}))).toBe(true);
  expect(await store.dispatch(startLoad({}))).toBe(false);
});

test('without that list, the first load may not use the cache', async () => {
  expect(await makeStore(fakeBrowser()).dispatch(startLoad({}))).toBe(false);
});

test('a load aborts an older one in flight, with the same filters or others, and then sends its own', async () => {
  for (const [older, newer, calls] of [
    [{}, {}, ['GET /items', 'GET /items']],
    [{ category: 'Books' }, { category: 'Toys' }, ['GET /items?category=Books', 'GET /items?category=Toys']],
  ] as const) {
    const store = makeStore(fakeBrowser());
    const respondToOlder = holdResponse();
    await store.dispatch(startLoad(older));
    const olderLoad = store.dispatch(getItems.initiate(older));
    await expect.poll(() => count(calls[0])).toBe(1);
    await store.dispatch(startLoad(newer));
    expect((await olderLoad).error).toMatchObject({ name: 'AbortError' });
    const { data } = await store.dispatch(getItems.initiate(newer, { forceRefetch: true }));
    await respondToOlder(Response.json([lamp]));
    expect(data).not.toEqual([lamp]);
    expect(getItems.select(newer)(store.getState()).data).toEqual(data);
    expect(count(calls[1])).toBe(calls[0] === calls[1] ? 2 : 1);
  }
});
