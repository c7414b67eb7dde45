import { screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackend } from '../../mocks/backend';
import { catalogue } from '../../mocks/catalogue';
import type { OperationId } from '../../mocks/operations';
import type { ScenarioName } from '../../mocks/scenarios';
import { delayNames, delayResponse } from '../../tests/support/hold';
import { contract, holdResponse, network, operationOf } from '../../tests/support/network';
import { post, renderApp, signIn } from '../../tests/support/renderApp';

/** What can go wrong with one call, as scenarios of the mock backend. */
type Fault = Extract<
  ScenarioName,
  | 'offline'
  | 'hang'
  | `status-${401 | 403 | 404 | 409 | 422 | 429 | 500 | 503}`
  | 'html-instead-of-json'
  | 'empty'
  | 'no-content'
  | 'malformed-json'
  | 'null'
  | 'wrong-type'
>;

/** How the shopper is told: by the failure's alert or panel, or as a success, since the body of that answer counts for nothing. */
type Outcome = 'failure' | 'success';

const refused = {
  offline: 'failure',
  hang: 'failure',
  'status-401': 'failure',
  'status-403': 'failure',
  'status-404': 'failure',
  'status-409': 'failure',
  'status-422': 'failure',
  'status-429': 'failure',
  'status-500': 'failure',
  'status-503': 'failure',
  'html-instead-of-json': 'failure',
} as const;

const answerMatters = {
  ...refused,
  empty: 'failure',
  'no-content': 'failure',
  'malformed-json': 'failure',
  null: 'failure',
  'wrong-type': 'failure',
} as const;

const any2xxWillDo = {
  ...refused,
  empty: 'success',
  'no-content': 'success',
  'malformed-json': 'success',
  null: 'success',
  'wrong-type': 'success',
} as const;

type User = ReturnType<typeof userEvent.setup>;
type Situation = {
  outcomes: Record<Fault, Outcome>;
  path: string;
  address: string;
  /** What the shopper does to make the call; opening the screen is enough for the lists. */
  act: (user: User) => Promise<void>;
  alert: Partial<Record<Outcome, string>>;
  /** What else shows each outcome. */
  show: (outcome: Outcome) => Promise<void>;
  /** Makes the call once more, with the same inputs where there are any. */
  again: (user: User) => Promise<void>;
  /** What shows that a healthy backend has answered. */
  done: () => Promise<unknown>;
};

const click = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });

const becomesFree = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled'));

async function fill(user: User, fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) await user.type(field(name), text);
}

function formSituation(
  address: string,
  button: string,
  fields: Record<string, string>,
  alert: Record<Outcome, string>,
): Situation {
  return {
    outcomes: answerMatters,
    path: `/api/auth${address}`,
    address,
    alert,
    async act(user) {
      await fill(user, fields);
      await click(user, button);
    },
    async show() {
      for (const [name, text] of Object.entries(fields)) expect(field(name)).toHaveValue(text);
      expect(localStorage.getItem('token')).toBeNull();
    },
    again: (user) => click(user, button),
    async done() {
      await heading('Explore Our Items');
      await screen.findByText('8 items');
      expect(localStorage.getItem('token')).not.toBeNull();
    },
  };
}

const account = { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse' };
const demo = { Email: 'demo@example.com', Password: 'demo-password' };

/** A new endpoint or fault does not compile without its rows. */
const situations: Record<OperationId, Situation> = {
  signup: formSituation('/signup', 'Signup', account, {
    success: 'Signup successful',
    failure: 'Signup failed. Please try again.',
  }),
  login: formSituation('/login', 'Login', demo, {
    success: 'Login successful',
    failure: 'Login failed. Please check your credentials.',
  }),
  getItems: {
    outcomes: answerMatters,
    path: '/api/items',
    address: '/items?category=Books',
    alert: {},
    act: async () => {},
    async show() {
      expect(await screen.findByRole('alert')).toHaveTextContent('The items could not be loaded.');
      expect(field('Category')).toHaveValue('Books');
    },
    again: (user) => click(user, 'Try again'),
    done: () => screen.findByText('7 items'),
  },
  getCart: {
    outcomes: answerMatters,
    path: '/api/cart',
    address: '/cart',
    alert: { failure: 'Please login to view your cart.' },
    act: async () => {},
    async show() {
      await screen.findByText('Your cart could not be loaded.');
      expect(screen.queryByText('Your cart is empty.')).toBeNull();
    },
    again: (user) => user.click(screen.getByRole('link', { name: 'Cart' })),
    done: () => screen.findByText('Stoneware Mug'),
  },
  addToCart: {
    outcomes: any2xxWillDo,
    path: '/api/cart/add',
    address: '/items?category=Kitchen&priceMax=20&priceMin=18',
    alert: { success: 'Item added to cart!', failure: 'Please login to add items to cart.' },
    async act(user) {
      await screen.findByText('Stoneware Mug');
      await click(user, 'Add to Cart');
    },
    async show() {
      expect(field('Category')).toHaveValue('Kitchen');
      await becomesFree('Add to Cart');
    },
    again: (user) => click(user, 'Add to Cart'),
    done: () => becomesFree('Add to Cart'),
  },
  removeFromCart: {
    outcomes: any2xxWillDo,
    path: '/api/cart/remove',
    address: '/cart',
    alert: { failure: 'Error removing item.' },
    async act(user) {
      await screen.findByText('Stoneware Mug');
      await click(user, 'Remove');
    },
    async show() {
      // The faults replace the answer before the backend has removed anything.
      expect(screen.getByText('Stoneware Mug')).toBeVisible();
      await becomesFree('Remove');
    },
    again: (user) => click(user, 'Remove'),
    done: () => screen.findByText('Your cart is empty.'),
  },
};

const rows = Object.entries(situations).flatMap(([id, { outcomes }]) =>
  Object.entries(outcomes).map(([fault, outcome]) => [id as OperationId, fault as Fault, outcome] as const),
);

// All of them are drawn in many rows.
const few = catalogue.filter(({ name, category }) => name === 'Stoneware Mug' || category === 'Books');

// Ten seconds pass at once: only the limit for an answer waits that long.
beforeEach(() => {
  network.backend = makeBackend({ contract, items: few });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const sent = (id: OperationId) => network.calls.filter(({ call }) => operationOf(call) === id).length;

/** The app where the call can be made. */
async function open(id: OperationId, options: Parameters<typeof renderApp>[1] = {}) {
  const { address } = situations[id];
  if (address === '/cart') await post('/cart/add', { itemId: '652f1c9e8b1d4a0012a3b401' }, await signIn());
  return renderApp(address, { signedIn: id !== 'signup' && id !== 'login', ...options });
}

test.each(rows)('%s, %s: %s', async (id, fault, outcome) => {
  const { act, alert, show, again, done } = situations[id];
  const { user, alerts } = await open(id, { scenario: `${fault}:${id}` });

  await act(user);
  if (fault === 'hang') {
    await waitFor(() => expect(sent(id)).toBe(1));
    expect(alerts).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  const expected = alert[outcome] ? [alert[outcome]] : [];
  await waitFor(() => expect(alerts).toEqual(expected));
  await show(outcome);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(alerts).toEqual(expected);

  network.backend.use('normal');
  await again(user);
  await done();
  expect(alerts).toEqual([...expected, ...(alert.success ? [alert.success] : [])]);
});

/** Not quite as long as the limit for an answer, after which even these two are failures. */
const LATE = 9000;

const delayed = Object.keys(situations).flatMap((id) =>
  delayNames.map((delay) => [id as OperationId, delay] as const),
);

test.each(delayed)('%s, %s: a success, once', async (id, delay) => {
  const { path, act, alert, done } = situations[id];
  const { held, release } = delayResponse(network.backend, path, delay);
  const { user, alerts } = await open(id);

  await act(user);
  await held;
  await vi.advanceTimersByTimeAsync(LATE);
  expect(alerts).toEqual([]);
  release();
  await done();
  expect(alerts).toEqual(alert.success ? [alert.success] : []);
  expect(sent(id)).toBe(1);
});

test('a body that breaks off while the page is going raises an alert only when the page has stayed', async () => {
  let breakOff = () => {};
  const body = new ReadableStream({
    start(pieces) {
      pieces.enqueue(new TextEncoder().encode('[{"item":'));
      breakOff = () => pieces.error(new TypeError('The connection is gone.'));
    },
  });
  const answer = holdResponse('/cart');
  const { alerts } = await renderApp('/cart');
  await answer(new Response(body));
  dispatchEvent(new Event('beforeunload'));
  breakOff();
  await vi.advanceTimersByTimeAsync(4000);
  expect(alerts).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(alerts).toEqual(['Please login to view your cart.']));
});
