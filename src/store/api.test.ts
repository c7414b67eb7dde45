import { expect, test } from 'vitest';
import { responseProblem } from '../../tests/support/calls';
import { allowInConsole } from '../../tests/support/console';
import { fakeBrowser } from '../../tests/support/fakeBrowser';
import { network } from '../../tests/support/network';
import { makeStore } from '../app/store';
import { generatedApi } from './api.generated';
import { messages } from './messages';

const { getItems, login } = generatedApi.endpoints;
const account = { email: 'ada@example.com', password: 'x' };
const sendLogin = () => login.initiate(account);

const makeTestStore = () => {
  const browser = fakeBrowser();
  return { shown: browser.shown, ...makeStore(browser) };
};

const respondWith = (body: BodyInit | null, init?: ResponseInit) => {
  network.backend.handle = async () => new Response(body, init);
};

test('a login does not send a stored token', async () => {
  localStorage.setItem('token', 'old');
  respondWith('{"token":"new"}');
  const { dispatch } = makeTestStore();
  await dispatch(sendLogin());
  expect(network.calls.map(({ authorization }) => authorization)).toEqual([null]);
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
  await store.dispatch(sendLogin());
  expect(store.shown).toEqual([messages.login.failure]);
  expect(localStorage.getItem('token')).toBeNull();
  expect(store.getState().auth.token).toBeNull();
  expect(problems()).toEqual([expect.stringMatching(/^login: /)]);
  expect(String(problems())).not.toMatch(/forged|töken|wrapped/);
});

test('the body of a failed response is not in the state', async () => {
  respondWith('{"secret":"hunter2"}', { status: 500 });
  const store = makeTestStore();
  await store.dispatch(getItems.initiate({}));
  await store.dispatch(sendLogin());
  expect(JSON.stringify(store.getState())).not.toContain('hunter2');
});
