import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { count, holdResponse, network } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { cartApi } from './cartApi';
import { addItem, removeLine, selectIsRemoving } from './cartSlice';

const line = (id: string) => ({ item: { _id: id, name: id, price: 1 }, quantity: 1 });

/** A Redux store with a loaded cart. The backend's lines do not change when a line is removed. */
async function openCart(...ids: string[]) {
  const backend = { lines: ids.map(line), cartStatus: 200, removalStatus: 200 };
  network.backend.handle = async ({ url }) =>
    url.endsWith('/remove')
      ? Response.json({}, { status: backend.removalStatus })
      : Response.json(backend.lines, { status: backend.cartStatus });
  const store = makeStore(fakeBrowser());
  await store.dispatch(cartApi.endpoints.getCart.initiate());
  return {
    backend,
    store,
    isRemoving: (id: string) => selectIsRemoving(store.getState(), id),
    cartQuery: () => cartApi.endpoints.getCart.select()(store.getState()),
  };
}

test('a failed removal ends the pending state of its line only, and does not reload the cart', async () => {
  const { backend, store, isRemoving } = await openCart('lamp', 'mug');
  const respondToLamp = holdResponse();
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  backend.removalStatus = 500;
  store.dispatch(removeLine('mug'));
  await expect.poll(() => isRemoving('mug')).toBe(false);
  expect(isRemoving('lamp')).toBe(true);
  expect(count('GET /cart')).toBe(1);

  await respondToLamp(Response.json({}, { status: 404 }));
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  expect(count('GET /cart')).toBe(1);
});

test('a failed reload ends the pending state of the removal', async () => {
  const { backend, store, isRemoving, cartQuery } = await openCart('lamp');
  backend.cartStatus = 500;
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => cartQuery().isError).toBe(true);
  expect(isRemoving('lamp')).toBe(false);
});

test('a finished removal does not end another removal in flight', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const respondToMug = holdResponse();
  store.dispatch(removeLine('mug'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(2);
  // Wait for the lamp's reload. A further load does not end the mug's removal either.
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  await store.dispatch(cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true }));
  expect(isRemoving('mug')).toBe(true);
  await respondToMug(Response.json({}));
  await expect.poll(() => isRemoving('mug')).toBe(false);
});

test('a load that RTK Query skips as a duplicate of the reload does not end the removal', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const respond = holdResponse('/cart');
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('GET /cart')).toBe(2);
  const duplicate = store.dispatch(
    cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  // A round trip: by then the duplicate has been skipped.
  await fetch('http://localhost:3000/api/auth/login');
  expect(isRemoving('lamp')).toBe(true);
  await respond(Response.json([line('mug')]));
  await duplicate;
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  expect(count('GET /cart')).toBe(2);
});

test('an addition and a removal leave no mutation state in the Redux store', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  await store.dispatch(addItem('mug'));
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  expect(store.getState().api.mutations).toEqual({});
});
