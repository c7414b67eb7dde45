import { expect, test } from 'vitest';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { count, holdResponse, network } from '../../tests/support/network';
import { exampleRequests } from '../../tests/support/requests';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import { queryUnwanted, queryWanted, selectMessage, sendSilently } from './messageSlice';
import { type EndpointName, type Message, messages } from './messages';

const endpointNames = Object.keys(messages) as EndpointName[];

/** A Redux store whose page wants the messages of all queries. */
function makeTestStore() {
  const browser = fakeBrowser();
  const store = makeStore(browser);
  for (const name of endpointNames) store.dispatch(queryWanted(name));
  const shown = (): Message[] => {
    const inPage = selectMessage(store.getState());
    return inPage ? [...browser.shown, { channel: 'page', text: inPage.text }] : browser.shown;
  };
  return { shown, ...store };
}

test("the alerts are those of the owner's specification, word for word, and no other", () => {
  const alerts = Object.entries(messages).flatMap(([name, row]) =>
    Object.entries(row)
      .filter(([, { channel }]) => channel === 'alert')
      .map(([outcome, { text }]) => `${name} ${outcome}: ${text}`),
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

const listOf = (message?: Message) => (message ? [message] : []);

test.each(endpointNames)('a success of %s raises its message, if there is one', async (name) => {
  const { send, response } = exampleRequests[name];
  network.backend.handle = async () => Response.json(response);
  const { shown, dispatch } = makeTestStore();
  const { error } = await send(dispatch);
  expect(
    error,
    `the first example of ${name} in openapi.yaml must pass the "parse" of the endpoint`,
  ).toBeUndefined();
  expect(shown()).toEqual(listOf(messages[name].success));
});

test.each(endpointNames)('a failure of %s raises its message, if there is one', async (name) => {
  network.backend.handle = async () => Response.json({}, { status: 500 });
  const { shown, dispatch } = makeTestStore();
  await exampleRequests[name].send(dispatch);
  expect(shown()).toEqual(listOf(messages[name].failure));
});

test('a duplicate of a request in flight is not a failure', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const requests = [exampleRequests.getCart.send(dispatch), exampleRequests.getCart.send(dispatch)];
  await expect.poll(() => count('GET /cart')).toBe(1);
  await respond(Response.json([]));
  await Promise.all(requests);
  expect(count('GET /cart')).toBe(1);
  expect(shown()).toEqual([]);
});

test('an aborted request is not a failure', async () => {
  const { shown, dispatch } = makeTestStore();
  const respond = holdResponse();
  const request = dispatch(generatedApi.endpoints.getCart.initiate());
  await expect.poll(() => count('GET /cart')).toBe(1);
  request.abort();
  await request;
  await respond(Response.json({}, { status: 500 }));
  expect(shown()).toEqual([]);
});

test('a silent request raises no message, and the next one does', async () => {
  network.backend.handle = async () => Response.json({}, { status: 500 });
  const { shown, dispatch, getState } = makeTestStore();
  const addToCart = () => generatedApi.endpoints.addToCart.initiate({ itemId: 'mug' });
  await dispatch(sendSilently(addToCart()));
  expect(shown()).toEqual([]);
  expect(getState().message.silentRequests).toEqual([]);
  await dispatch(addToCart());
  expect(shown()).toEqual([messages.addToCart.failure]);
});

test('a query raises no message without a component that wants it, and does while there is one', async () => {
  network.backend.handle = async () => Response.json({}, { status: 500 });
  const { shown, dispatch } = makeTestStore();
  dispatch(queryWanted('getCart'));
  dispatch(queryUnwanted('getCart'));
  await exampleRequests.getCart.send(dispatch);
  expect(shown()).toEqual([messages.getCart.failure]);
  dispatch(queryUnwanted('getCart'));
  await exampleRequests.getCart.send(dispatch);
  expect(shown()).toEqual([messages.getCart.failure]);
});
