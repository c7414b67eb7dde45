import type { ScenarioSetting } from '../../mocks/scenarios';
import type { TestBackend } from './backend';
import { responseProblem } from './calls';
import { fillCart } from './fillCart';
import { crashList, refusedCalls } from './fixtures';
import { headings } from './screens';
import type { Shopper } from './shopper';

type State = {
  name: string;
  address: string;
  /** A text of the page at this address. */
  text: string;
  scenario?: ScenarioSetting;
  /** What is in the shopper's cart. Without a cart, the state is a visitor's. */
  cart?: Record<string, number>;
  act?: (shopper: Shopper) => Promise<void>;
  /** The button to press after `act`. */
  press?: string;
  /** A text that appears after `act` and `press`. */
  outcome?: string;
};

/** What screen readers hear while a button waits. */
const pending = 'Please wait…';

const books = { address: '/items?category=Books', text: '7 items' };
const filledCart = {
  address: '/cart',
  text: 'Subtotal',
  cart: { 'Stoneware Mug': 2, 'Noise-Cancelling Headphones': 1 },
};

// As a shopper, because a screen may need a login.
const screenStates: State[] = Object.entries(headings).map(([address, text]) => ({
  name: address,
  address,
  text,
  cart: {},
}));

const otherStates: State[] = [
  { name: 'login, password shown', address: '/login', text: 'Password', press: 'Show', outcome: 'Hide' },
  {
    name: 'login, invalid',
    address: '/login',
    text: 'Password',
    press: 'Login',
    outcome: 'Please fill out this field.',
  },
  {
    name: 'login, pending',
    address: '/login',
    text: 'Password',
    scenario: 'hang:login',
    async act(shopper) {
      await shopper.fill('Email', 'ada@example.com');
      await shopper.fill('Password', 'x');
    },
    press: 'Login',
    outcome: pending,
  },
  { name: 'items, filtered', ...books },
  {
    name: 'items, filtered by a long category and price',
    address:
      '/items?category=Everything for the garden, the balcony and the kitchen&priceMin=100&priceMax=1500',
    text: 'No items match these filters.',
  },
  {
    name: 'items, filtered by large prices',
    address: '/items?priceMin=1000000&priceMax=9999999999999',
    text: 'No items match these filters.',
  },
  { name: 'items, loading', address: '/items', text: 'Loading items…', scenario: 'hang' },
  { name: 'items, failed', address: '/items', text: 'Try again', scenario: 'server-error' },
  {
    name: 'items, no match',
    address: '/items?priceMin=9&priceMax=1',
    text: 'Min Price is higher than Max Price.',
  },
  { name: 'items, none', address: '/items', text: 'There are no items yet.', scenario: 'no-items' },
  { name: 'items, hostile', address: '/items', text: '8 items', scenario: 'hostile-items' },
  {
    name: 'items, adding',
    ...books,
    cart: {},
    scenario: 'hang:addToCart',
    press: 'Add to Cart',
    outcome: pending,
  },
  {
    name: 'crash',
    address: '/login',
    text: 'Password',
    async act(shopper) {
      await shopper.expectHydrated();
      await shopper.evaluate(crashList);
      await shopper.clickLink('Items');
    },
    outcome: 'Something went wrong',
  },
  { name: 'cart, loading', address: '/cart', text: 'Loading your cart…', scenario: 'hang' },
  { name: 'cart, failed for a visitor', address: '/cart', text: 'Log in' },
  { name: 'cart, failed', address: '/cart', text: 'Try again', scenario: 'server-error:getCart', cart: {} },
  { name: 'cart, empty', address: '/cart', text: 'Your cart is empty.', cart: {} },
  { name: 'cart, filled', ...filledCart },
  { name: 'cart, large figures', ...filledCart, cart: { 'Two-Person Tent': 1_000_000, Kite: 2 } },
  { name: 'cart, hostile', ...filledCart, scenario: 'hostile-items', text: 'Item no longer available' },
  {
    name: 'cart, removing',
    ...filledCart,
    scenario: 'hang:removeFromCart',
    press: 'Remove',
    outcome: pending,
  },
];

/** Every screen and state of the store. The tests of accessibility and widths visit them all. */
export const states = [...screenStates, ...otherStates];
export const pendingStates = states.filter(({ outcome }) => outcome === pending);

const isCart = ({ name }: State) => ['cart, filled', 'cart, hostile'].includes(name);
/** The states that `npm run check` and the tests of other engines visit. */
export const mainStates = [...screenStates, ...otherStates.filter(isCart)];
export const stateGroups = [
  { group: 'the main states', tag: '@smoke', states: mainStates },
  { group: 'the other states', tag: [], states: states.filter((state) => !mainStates.includes(state)) },
];

/** The console errors of the states. Firefox logs an uncaught error as "Error". */
export const stateErrors = new RegExp(
  `${refusedCalls.source}|broken on purpose|${responseProblem.source}|^Error$`,
);

/** Prepares the backend and the stored token for a state. Opens no screen. */
export async function prepare({ scenario = 'normal', cart }: State, shopper: Shopper, backend: TestBackend) {
  // A page without scripts. The screen's own requests would reach the new backend.
  await shopper.open('/robots.txt');
  backend.reset();
  await shopper.evaluate(
    (token) => localStorage.setItem('token', token),
    cart ? await fillCart(backend, cart) : '',
  );
  backend.use(scenario);
}

/** Takes a shopper, or a visitor, to a state. */
export async function reach(state: State, shopper: Shopper, backend: TestBackend) {
  const { address, text, act, press, outcome = text } = state;
  await prepare(state, shopper, backend);
  await shopper.open(address);
  await shopper.expectText(text);
  await act?.(shopper);
  if (press) await shopper.clickButton(press);
  await shopper.expectText(outcome);
}
