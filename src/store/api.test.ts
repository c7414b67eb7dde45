import { expect, test } from 'vitest';
import { readContract } from '../../contract/openapi/readContract';
import type { OperationId } from '../../mocks/operations';
import { responseProblem } from '../../tests/support/calls';
import { allowInConsole } from '../../tests/support/console';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { contract, network, operationOf } from '../../tests/support/network';
import { exampleRequests } from '../../tests/support/requests';
import { makeStore } from '../app/store';
import { messages } from './messages';

const makeTestStore = () => {
  const browser = fakeBrowser();
  return { shown: browser.shown, ...makeStore(browser) };
};

const respondWith = (body: BodyInit | null, init?: ResponseInit) => {
  network.backend.handle = async () => new Response(body, init);
};

test('the token is sent with the operations that have `security` in openapi.yaml, and with no other', async () => {
  localStorage.setItem('token', 'a-token');
  allowInConsole('warn', responseProblem);
  for (const { id, isSecured } of readContract<OperationId>(contract)) {
    network.calls = [];
    respondWith('[]');
    await exampleRequests[id](makeTestStore().dispatch);
    const [call] = network.calls;
    expect([operationOf(call?.call), call?.authorization]).toEqual([id, isSecured ? 'Bearer a-token' : null]);
  }
});

test('without a token, no request has an Authorization header', async () => {
  respondWith('{}', { status: 500 });
  for (const send of Object.values(exampleRequests)) await send(makeTestStore().dispatch);
  expect(network.calls).toHaveLength(Object.keys(exampleRequests).length);
  for (const { authorization } of network.calls) expect(authorization).toBeNull();
});

test.each([
  ['no token', {}],
  ['a null token', { token: null }],
  ['a number as its token', { token: 42 }],
  ['an empty token', { token: '' }],
  ['a line break in its token', { token: 'a\r\nx-forged: 1' }],
  ['a token with characters that cannot be in a header', { token: 'töken…' }],
  ['a list as its body', [{ token: 'wrapped' }]],
  ['null as its body', null],
])('a login response with %s is a failure and stores nothing', async (_name, body) => {
  const problems = allowInConsole('warn', responseProblem);
  respondWith(JSON.stringify(body));
  const store = makeTestStore();
  await exampleRequests.login(store.dispatch);
  expect(store.shown).toEqual([messages.login.failure]);
  expect(localStorage.getItem('token')).toBeNull();
  expect(store.getState().auth.token).toBeNull();
  expect(problems()).toEqual([expect.stringMatching(/^login: /)]);
  expect(String(problems())).not.toMatch(/forged|töken|wrapped/);
});

test('the body of a failed response is not in the state', async () => {
  respondWith('{"secret":"hunter2"}', { status: 500 });
  const store = makeTestStore();
  for (const send of Object.values(exampleRequests)) await send(store.dispatch);
  expect(JSON.stringify(store.getState())).not.toContain('hunter2');
});

test('two Redux stores share nothing', async () => {
  const [one, other] = [makeTestStore(), makeTestStore()];
  await exampleRequests.getItems(one.dispatch);
  expect(Object.keys(one.getState().api.queries)).toHaveLength(1);
  expect(other.getState().api.queries).toEqual({});
});
