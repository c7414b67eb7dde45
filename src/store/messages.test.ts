import { expect, test } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { count, holdResponse, network } from '../../tests/support/network';
import { exampleRequests } from '../../tests/support/requests';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import { type EndpointName, messages } from './messages';

const endpointNames = Object.keys(messages) as EndpointName[];

function makeTestStore() {
  const browser = fakeBrowser();
  return { shown: browser.shown, ...makeStore(browser) };
}

test("the alerts are those of the owner's specification, word for word, and no other", () => {
  const alerts = Object.entries(messages).flatMap(([name, row]) =>
    Object.entries(row).map(([outcome, text]) => `${name} ${outcome}: ${text}`),
  );
  expect(alerts).toEqual([
    'signup success: Signup successful',
    'signup failure: Signup failed. Please try again.',
    'login success: Login successful',
    'login failure: Login failed. Please check your credentials.',
    'getCart failure: Please login to view your cart.',
    'addToCart success: Item added to cart!',
    'addToCart failure: Please login to add items to cart.',
    'removeFromCart failure: Error removing item.',
  ]);
});

const listOf = (text?: string) => (text ? [text] : []);

test.each(endpointNames)('a success of %s raises its alert, if there is one', async (name) => {
  const { send, response } = exampleRequests[name];
  network.backend.handle = async () => Response.json(response);
  const { shown, dispatch } = makeTestStore();
  const { error } = await send(dispatch);
  expect(
    error,
    `the first example of ${name} in openapi.yaml must pass the "parse" of the endpoint`,
  ).toBeUndefined();
  expect(shown).toEqual(listOf(messages[name].success));
});

test.each(endpointNames)('a failure of %s raises its alert, if there is one', async (name) => {
  network.backend.handle = async () => Response.json({}, { status: 500 });
  const { shown, dispatch } = makeTestStore();
  await exampleRequests[name].send(dispatch);
  expect(shown).toEqual(listOf(messages[name].failure));
});

test('a duplicate of a request in flight is not a failure', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const requests = [exampleRequests.getCart.send(dispatch), exampleRequests.getCart.send(dispatch)];
  await expect.poll(() => count('GET /cart')).toBe(1);
  await respond(Response.json([]));
  await Promise.all(requests);
  expect(count('GET /cart')).toBe(1);
  expect(shown).toEqual([]);
});

test('an aborted request is not a failure', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const request = dispatch(generatedApi.endpoints.getCart.initiate());
  await expect.poll(() => count('GET /cart')).toBe(1);
  request.abort();
  await request;
  await respond(Response.json({}, { status: 500 }));
  expect(shown).toEqual([]);
});
