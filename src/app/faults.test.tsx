import { screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackend } from '../../mocks/backend';
import { catalogue } from '../../mocks/catalogue';
import type { OperationId } from '../../mocks/operations';
import type { ScenarioName } from '../../mocks/scenarios';
import { responseProblem } from '../../tests/support/calls';
import { allowInConsole } from '../../tests/support/console';
import { delayNames, holdResponse } from '../../tests/support/hold';
import { callsTo, contract, network } from '../../tests/support/network';
import { renderApp } from '../../tests/support/renderApp';
import { messages } from '../store/messages';

/** Scenarios of the mock that make calls fail. Leaves out duplicates: server-error is the same as status-500. */
const faults = [
  'offline',
  'hang',
  'status-401',
  'status-403',
  'status-404',
  'status-409',
  'status-422',
  'status-429',
  'status-500',
  'status-503',
  'html-instead-of-json',
  'empty',
  'no-content',
  'malformed-json',
  'null',
  'wrong-type',
] as const satisfies ScenarioName[];
type Fault = (typeof faults)[number];

/** Faults that count as a success where any body is accepted. */
const invalidBodies: Fault[] = ['empty', 'no-content', 'malformed-json', 'null', 'wrong-type'];

type Outcome = 'failure' | 'success';

type User = ReturnType<typeof userEvent.setup>;
type Situation = {
  /** Whether any body except HTML counts as a success. */
  acceptsAnyBody?: true;
  /** The path of the call. */
  path: string;
  /** The address of the page. */
  address: string;
  /** Makes the call. The items and the cart load without an action. */
  makeCall?: (user: User) => Promise<void>;
  /** Checks the page after the call with the fault. */
  expectPage: () => Promise<void>;
  /** Repeats the call. */
  repeat: (user: User) => Promise<void>;
  /** Waits for what the page shows after a success. */
  waitForSuccess: () => Promise<unknown>;
};

/** Waits for the button, because its name is longer while it is pending. */
const clickButton = async (user: User, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const field = (name: string) => screen.getByLabelText(name, { selector: 'input' });

const waitUntilEnabled = (name: string) =>
  waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled'));

async function fill(user: User, fields: Record<string, string>) {
  for (const [name, text] of Object.entries(fields)) await user.type(field(name), text);
}

function formSituation(address: string, button: string, fields: Record<string, string>): Situation {
  return {
    path: `/auth${address}`,
    address,
    async makeCall(user) {
      await fill(user, fields);
      await clickButton(user, button);
    },
    async expectPage() {
      for (const [name, text] of Object.entries(fields)) expect(field(name)).toHaveValue(text);
      expect(localStorage.getItem('token')).toBeNull();
    },
    repeat: (user) => clickButton(user, button),
    async waitForSuccess() {
      await heading('Explore Our Items');
      await screen.findByText('8 items');
      expect(localStorage.getItem('token')).not.toBeNull();
    },
  };
}

const account = { Name: 'Ada', Email: 'ada@example.com', Password: 'correct horse' };
const demo = { Email: 'demo@example.com', Password: 'demo-password' };

// 7 books and the mug. Rendering the whole catalogue in so many tests would be slow.
const someItems = catalogue.filter(({ name, category }) => name === 'Stoneware Mug' || category === 'Books');

/** How each call is made, and what the page shows. A new endpoint needs a row. */
const situations: Record<OperationId, Situation> = {
  signup: formSituation('/signup', 'Signup', account),
  login: formSituation('/login', 'Login', demo),
  getItems: {
    path: '/items',
    address: '/items?category=Books',
    async expectPage() {
      expect(await screen.findByRole('alert')).toHaveTextContent('The items could not be loaded.');
      expect(field('Category')).toHaveValue('Books');
    },
    repeat: (user) => clickButton(user, 'Try again'),
    waitForSuccess: () => screen.findByText('7 items'),
  },
  getCart: {
    path: '/cart',
    address: '/cart',
    async expectPage() {
      await screen.findByText('Your cart could not be loaded.');
      expect(screen.queryByText('Your cart is empty.')).toBeNull();
    },
    repeat: (user) => user.click(screen.getByRole('link', { name: 'Cart' })),
    waitForSuccess: () => screen.findByText('Stoneware Mug'),
  },
  addToCart: {
    acceptsAnyBody: true,
    path: '/cart/add',
    address: '/items?category=Kitchen',
    async makeCall(user) {
      await screen.findByText('Stoneware Mug');
      await clickButton(user, 'Add to Cart');
    },
    async expectPage() {
      expect(field('Category')).toHaveValue('Kitchen');
      await waitUntilEnabled('Add to Cart');
    },
    repeat: (user) => clickButton(user, 'Add to Cart'),
    waitForSuccess: () => waitUntilEnabled('Add to Cart'),
  },
  removeFromCart: {
    acceptsAnyBody: true,
    path: '/cart/remove',
    address: '/cart',
    async makeCall(user) {
      await screen.findByText('Stoneware Mug');
      await clickButton(user, 'Remove');
    },
    async expectPage() {
      // The scenario responds instead of the backend, so nothing was removed.
      expect(screen.getByText('Stoneware Mug')).toBeVisible();
      await waitUntilEnabled('Remove');
    },
    repeat: (user) => clickButton(user, 'Remove'),
    waitForSuccess: () => screen.findByText('Your cart is empty.'),
  },
};

const rows = Object.entries(situations).flatMap(([id, { acceptsAnyBody }]) =>
  faults.map((fault) => {
    const outcome: Outcome = acceptsAnyBody && invalidBodies.includes(fault) ? 'success' : 'failure';
    return [id as OperationId, fault, outcome] as const;
  }),
);

beforeEach(() => {
  network.backend = makeBackend({ contract, items: someItems });
  // So that tests can skip the 10 seconds until a request times out.
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    // By default, each of the page's timers fires up to 20 ms late.
    advanceTimeDelta: 1,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const countCalls = (id: OperationId) => callsTo(situations[id].path).length;

/** Renders the screen that makes the call. */
async function open(id: OperationId, options: Parameters<typeof renderApp>[1] = {}) {
  const { address } = situations[id];
  const cart = address === '/cart' ? { 'Stoneware Mug': 1 } : {};
  return renderApp(address, { loggedIn: id !== 'signup' && id !== 'login', cart, ...options });
}

test.each(rows)('%s with the fault %s is a %s', async (id, fault, outcome) => {
  const problems = allowInConsole('warn', responseProblem);
  const { makeCall, expectPage, repeat, waitForSuccess } = situations[id];
  const alert = messages[id];
  const { user, shown } = await open(id, { scenario: `${fault}:${id}` });

  await makeCall?.(user);
  if (fault === 'hang') {
    await waitFor(() => expect(countCalls(id)).toBe(1));
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
  }
  const expected = alert[outcome] ? [alert[outcome]] : [];
  await waitFor(() => expect(shown).toEqual(expected));
  await expectPage();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(shown).toEqual(expected);
  const isInvalidBody = fault === 'html-instead-of-json' || invalidBodies.includes(fault);
  expect(problems()).toHaveLength(isInvalidBody && outcome === 'failure' ? 1 : 0);

  network.backend.use('normal');
  await repeat(user);
  await waitForSuccess();
  expect(shown).toEqual([...expected, ...(alert.success ? [alert.success] : [])]);
});

/** Less than the 10 seconds until a request times out. */
const LATE_MS = 9000;

const delayed = Object.keys(situations).flatMap((id) =>
  delayNames.map((delay) => [id as OperationId, delay] as const),
);

test.each(delayed)('%s is sent once and succeeds, although %s', async (id, delay) => {
  const { path, makeCall, waitForSuccess } = situations[id];
  const alert = messages[id];
  const { held, release } = holdResponse(network.backend, path, delay);
  const { user, shown } = await open(id);

  await makeCall?.(user);
  await held;
  await vi.advanceTimersByTimeAsync(LATE_MS);
  expect(shown).toEqual([]);
  release();
  await waitForSuccess();
  expect(shown).toEqual(alert.success ? [alert.success] : []);
  expect(countCalls(id)).toBe(1);
});
