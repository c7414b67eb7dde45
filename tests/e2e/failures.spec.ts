import type { OperationId } from '../../mocks/operations';
import { SHOP_NAME } from '../../src/app/brand';
import { test } from '../support/deployFixtures';
import { expect, refusedCalls } from '../support/fixtures';
import { delayNames } from '../support/hold';
import type { Shopper } from '../support/shopper';

test.use({ allowErrors: refusedCalls });

for (const situation of ['server-error:getItems', 'offline:getItems'] as const)
  test(`a list that fails can be loaded again: ${situation}`, async ({ shopper, store }) => {
    store.backend.use(situation);
    await shopper.open('/items');
    await shopper.sees('The items could not be loaded.');
    store.backend.use('normal');
    await shopper.press('Try again');
    await shopper.sees('60 items');
    await shopper.hears();
  });

test('an addition and a removal that fail say so and leave the cart as it is', async ({ shopper, store }) => {
  const heard = ['Login successful'];
  await shopper.logIn();
  store.backend.use('server-error:addToCart');
  await shopper.press('Add to Cart');
  heard.push('Please login to add items to cart.');
  await shopper.hears(...heard);
  store.backend.use('normal');
  await shopper.press('Add to Cart', 'Stoneware Mug');
  heard.push('Item added to cart!');
  await shopper.hears(...heard);
  await shopper.follow('Cart');
  await shopper.sees('Quantity: 1');
  store.backend.use('server-error:removeFromCart');
  await shopper.press('Remove');
  heard.push('Error removing item.');
  await shopper.hears(...heard);
  await shopper.sees('Stoneware Mug');
});

test('a token that the backend knows no more leads to the login', async ({ shopper, store }) => {
  await shopper.logIn();
  store.backend.use('expired-token');
  await shopper.follow('Cart');
  await shopper.hears('Login successful', 'Please login to view your cart.');
  await shopper.follow('Log in');
  await shopper.isAt('/login');
});

test('a signup answered by a page is a failure', async ({ shopper, store }) => {
  store.backend.use('html-instead-of-json:signup');
  await shopper.sendSignup();
  await shopper.hears('Signup failed. Please try again.');
});

test('while the backend is down the pages are there, and the store works when it is back', async ({
  shopper,
  store,
}) => {
  await store.backend.stop();
  await shopper.sendLogin();
  await shopper.hears('Login failed. Please check your credentials.');
  await shopper.follow('Items');
  await shopper.sees('The items could not be loaded.');
  await store.backend.start();
  await shopper.press('Try again');
  await shopper.sees('60 items');
});

test('an unknown address has the 404 page, with a way on', async ({ shopper }) => {
  await shopper.open('/no/such/screen');
  await shopper.sees('Page not found');
  await shopper.follow('Browse Items');
  await shopper.sees('60 items');
});

test('leaving while the cart or a signup is on its way says nothing', async ({ shopper, store }) => {
  await shopper.logIn();
  store.backend.use('hang:getCart');
  await shopper.follow('Cart');
  await expect.poll(shopper.calls).toContain('GET /cart');
  await shopper.reload();
  // The script would not know that a page is left which it has only just come to.
  await shopper.sees('Logout');
  store.backend.use('hang:signup');
  await shopper.sendSignup();
  await expect.poll(shopper.calls).toContain('POST /auth/signup');
  await shopper.open('/');
  await shopper.sees(`Welcome to ${SHOP_NAME}!`);
  await shopper.hears('Login successful');
});

test('a reload while the body of the cart is on its way says nothing', async ({ shopper, store }) => {
  await shopper.logIn();
  store.backend.delay('/api/cart', 'comes in pieces');
  await shopper.look(markAnswers);
  await shopper.follow('Cart');
  await expect.poll(() => shopper.look(() => document.documentElement.dataset.answered)).toMatch('/api/cart');
  await shopper.reload();
  await shopper.sees('Your cart is empty.');
  await shopper.hears('Login successful');
});

/** Writes into the page whose headers have come. */
function markAnswers() {
  const { fetch } = window;
  window.fetch = async (...call) => {
    const answer = await fetch(...call);
    document.documentElement.dataset.answered = answer.url;
    return answer;
  };
}

type Situation = {
  call: string;
  /** What the shopper has done before. */
  before?: (shopper: Shopper) => Promise<void>;
  /** Makes the call. */
  act: (shopper: Shopper) => Promise<void>;
  /** What is not there before the answer. */
  shows?: string;
  alert?: string;
};

async function fillCart(shopper: Shopper) {
  await shopper.logIn();
  await shopper.press('Add to Cart', 'Stoneware Mug');
  await shopper.hears('Login successful', 'Item added to cart!');
}

/** A new endpoint does not compile without its row. */
const situations: Record<OperationId, Situation> = {
  signup: {
    call: 'POST /auth/signup',
    act: (shopper) => shopper.sendSignup(),
    shows: '60 items',
    alert: 'Signup successful',
  },
  login: {
    call: 'POST /auth/login',
    act: (shopper) => shopper.sendLogin(),
    shows: '60 items',
    alert: 'Login successful',
  },
  getItems: {
    call: 'GET /items?category=Books',
    act: (shopper) => shopper.open('/items?category=Books'),
    shows: '7 items',
  },
  getCart: {
    call: 'GET /cart',
    before: fillCart,
    act: (shopper) => shopper.open('/cart'),
    shows: 'Stoneware Mug',
  },
  addToCart: {
    call: 'POST /cart/add',
    before: (shopper) => shopper.logIn(),
    act: (shopper) => shopper.press('Add to Cart', 'Stoneware Mug'),
    alert: 'Item added to cart!',
  },
  removeFromCart: {
    call: 'POST /cart/remove',
    async before(shopper) {
      await fillCart(shopper);
      await shopper.follow('Cart');
    },
    act: (shopper) => shopper.press('Remove'),
    shows: 'Your cart is empty.',
  },
};

for (const [id, { call, before, act, shows, alert }] of Object.entries(situations))
  for (const delay of delayNames)
    test(`${id}, ${delay}: a success, once`, async ({ shopper, store }) => {
      await before?.(shopper);
      const heard = [...(await shopper.alerts())];
      const count = () => shopper.calls().filter((it) => it === call).length;
      const sent = count();
      const { held, come } = store.backend.delay(`/api${call.split(/[ ?]/)[1]}`, delay);

      await act(shopper);
      await held;
      // A call that has left before the bundle is the bundle's by then.
      await expect.poll(() => shopper.look(() => document.querySelector('html.early') === null)).toBe(true);
      expect(await shopper.alerts()).toEqual(heard);
      if (shows) await shopper.misses(shows);
      come();
      if (shows) await shopper.sees(shows);
      await shopper.hears(...heard, ...(alert ? [alert] : []));
      expect(count()).toBe(sent + 1);
    });
