import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/fakeBrowser';
import { count, holdResponse, network } from '../../../tests/support/network';
import { makeStore } from '../../app/store';
import { syncToken } from '../../store/session';
import { cartApi } from './cartApi';
import { loadCart, removeLine, selectIsRemoving } from './cartSlice';

const line = (id: string) => ({ item: { _id: id, name: id, price: 1 }, quantity: 1 });

/** A shopper on the cart screen, on a backend that answers the cart with these lines and accepts removals. */
async function openCart(...ids: string[]) {
  const backend = { lines: ids.map(line), removal: 200 };
  network.backend.handle = async ({ url }) =>
    url.endsWith('/remove')
      ? Response.json({}, { status: backend.removal })
      : Response.json(backend.lines, { status: backend.lines.length ? 200 : 500 });
  const browser = fakeBrowser();
  const store = makeStore(browser);
  await store.dispatch(cartApi.endpoints.getCart.initiate());
  // As the page does.
  let shopper = store.getState().auth.token;
  store.subscribe(() => {
    const { token } = store.getState().auth;
    if (token !== shopper) store.dispatch(loadCart());
    shopper = token;
  });
  return {
    backend,
    alerts: browser.alerts,
    store,
    isRemoving: (id: string) => selectIsRemoving(store.getState(), id),
    cart: () => cartApi.endpoints.getCart.select()(store.getState()),
  };
}

test('a line is being removed until the cart without it is there', async () => {
  const { backend, store, isRemoving, cart } = await openCart('lamp', 'mug');
  const answerRemoval = holdResponse();
  store.dispatch(removeLine('lamp'));
  expect([isRemoving('lamp'), isRemoving('mug')]).toEqual([true, false]);

  backend.lines = [line('mug')];
  const answered = answerRemoval(Response.json({}));
  await expect.poll(() => count('GET /cart')).toBe(2);
  await answered;
  await expect.poll(() => cart().data).toEqual([line('mug')]);
  expect(isRemoving('lamp')).toBe(false);
});

test('while the reload is under way the line is still being removed', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const { handle } = network.backend;
  let answer = (_response: Response) => {};
  network.backend.handle = (request) =>
    request.url.endsWith('/cart')
      ? new Promise((resolve) => {
          answer = resolve;
        })
      : handle(request);
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('GET /cart')).toBe(2);
  expect(isRemoving('lamp')).toBe(true);
  answer(Response.json([line('mug')]));
  await expect.poll(() => isRemoving('lamp')).toBe(false);
});

test('a second press removes nothing while the first is under way; another line can go', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  for (const id of ['lamp', 'lamp', 'mug', 'lamp']) store.dispatch(removeLine(id));
  await expect.poll(() => [isRemoving('lamp'), isRemoving('mug')]).toEqual([false, false]);
  expect(network.calls.filter(({ call }) => call === 'POST /cart/remove').map(({ body }) => body)).toEqual([
    '{"itemId":"lamp"}',
    '{"itemId":"mug"}',
  ]);
});

test('a failed removal frees its line alone, and reloads nothing', async () => {
  const { backend, store, isRemoving } = await openCart('lamp', 'mug');
  const answerLamp = holdResponse();
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  backend.removal = 500;
  store.dispatch(removeLine('mug'));
  await expect.poll(() => isRemoving('mug')).toBe(false);
  expect(isRemoving('lamp')).toBe(true);
  expect(count('GET /cart')).toBe(1);

  await answerLamp(Response.json({}, { status: 404 }));
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  expect(count('GET /cart')).toBe(1);
});

test('a reload that fails frees the line', async () => {
  const { backend, store, isRemoving, cart } = await openCart('lamp');
  backend.lines = [];
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => cart().isError).toBe(true);
  expect(isRemoving('lamp')).toBe(false);
});

test('a cart asked for before the removal does not free the line when it arrives after it', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const answerEarlier = holdResponse();
  store.dispatch(cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true }));
  await expect.poll(() => count('GET /cart')).toBe(2);
  const answerRemoval = holdResponse();
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  await answerEarlier(Response.json([line('lamp'), line('mug')]));
  expect(isRemoving('lamp')).toBe(true);
  await answerRemoval(Response.json({}));
  await expect.poll(() => count('GET /cart')).toBe(3);
  await expect.poll(() => isRemoving('lamp')).toBe(false);
});

test('a cart that comes while the removal is still asked for does not free the line', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const answerRemoval = holdResponse();
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  await store.dispatch(cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true }));
  expect(isRemoving('lamp')).toBe(true);
  await answerRemoval(Response.json({}));
  await expect.poll(() => isRemoving('lamp')).toBe(false);
});

test('one removal that is done does not free the line of another that is under way', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const answerMug = holdResponse();
  store.dispatch(removeLine('mug'));
  await expect.poll(() => count('POST /cart/remove')).toBe(1);
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('POST /cart/remove')).toBe(2);
  await expect
    .poll(() => Object.values(store.getState().api.queries).map((query) => query?.status))
    .toEqual(['fulfilled']);
  await store.dispatch(cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true }));
  expect([isRemoving('lamp'), isRemoving('mug')]).toEqual([false, true]);
  await answerMug(Response.json({}));
  await expect.poll(() => isRemoving('mug')).toBe(false);
});

test('an arrival whose load is not needed, because the reload is under way, does not free the line', async () => {
  const { store, isRemoving } = await openCart('lamp', 'mug');
  const { handle } = network.backend;
  let answer = (_response: Response) => {};
  network.backend.handle = (request) =>
    request.url.endsWith('/cart')
      ? new Promise((resolve) => {
          answer = resolve;
        })
      : handle(request);
  store.dispatch(removeLine('lamp'));
  await expect.poll(() => count('GET /cart')).toBe(2);
  const twin = store.dispatch(
    cartApi.endpoints.getCart.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  // A round trip: the twin has been refused by then.
  await fetch('http://localhost:3000/api/auth/login');
  expect(isRemoving('lamp')).toBe(true);
  answer(Response.json([line('mug')]));
  await twin;
  await expect.poll(() => isRemoving('lamp')).toBe(false);
  expect(count('GET /cart')).toBe(2);
});

test('each load is a request of its own; it breaks off one that is still under way, without an alert', async () => {
  const { backend, store, cart, alerts } = await openCart('lamp');
  const answerEarlier = holdResponse();
  await store.dispatch(loadCart());
  await expect.poll(() => count('GET /cart')).toBe(2);
  backend.lines = [line('mug')];
  await store.dispatch(loadCart());
  await expect.poll(() => cart().data).toEqual([line('mug')]);
  await answerEarlier(Response.json([line('lamp')]));
  expect(cart().data).toEqual([line('mug')]);
  expect(count('GET /cart')).toBe(3);
  expect(alerts).toEqual([]);
});

test('the cart of the shopper before is gone at once, its load is dropped, and the new one is asked for', async () => {
  const { backend, store, cart, alerts } = await openCart('lamp');
  const answer = holdResponse();
  await store.dispatch(loadCart());
  await expect.poll(() => count('GET /cart')).toBe(2);
  backend.lines = [line('mug')];
  localStorage.setItem('token', 'another');
  store.dispatch(syncToken());
  expect(cart().data).toBeNull();
  await answer(Response.json([line('lamp')]));
  await expect.poll(() => cart().data).toEqual([line('mug')]);
  expect(count('GET /cart')).toBe(3);
  expect(alerts).toEqual([]);
});

test('a load that fails takes the lines with it, which may be wrong by now', async () => {
  const { backend, store, cart } = await openCart('lamp');
  backend.lines = [];
  await store.dispatch(loadCart());
  await expect.poll(() => cart().data).toBeNull();
  backend.lines = [line('lamp')];
  await store.dispatch(loadCart());
  await expect.poll(() => cart().data).toEqual([line('lamp')]);
});
