import { demoAccount } from '../../mocks/demoAccount';
import type { ScenarioSetting } from '../../mocks/scenarios';
import { SHOP_NAME } from '../../src/app/brand';
import { expect, test } from '../support/deployFixtures';
import { crashList, refusedCalls } from '../support/fixtures';

// Of an error in the console, Firefox tells no more than that it is one.
test.use({ allowErrors: new RegExp(`${refusedCalls.source}|broken on purpose|^Error$`) });

const filters = ['label Min Price', 'label Max Price', 'label Category', 'button Apply Filters'];
const signup = ['h1 Create Your Account', 'label Name', 'label Email', 'label Password', 'button Show'];

test('every screen and state shows the same in every engine', async ({ shopper, store }) => {
  const shows = (...outline: string[]) => expect.poll(() => shopper.look(readOutline)).toEqual(outline);

  async function open(address: string, scenario: ScenarioSetting = 'normal') {
    store.backend.use(scenario);
    await shopper.open(address);
  }

  await open('/');
  await shows(`h1 Welcome to ${SHOP_NAME}!`, 'a Browse Items', 'a View Cart');
  await open('/nowhere');
  await shows('h1 Page not found', 'a Browse Items', 'a Home page');
  await open('/login');
  const login = ['label Email', 'label Password', 'button Show', 'button Login', 'a Create an account'];
  await shows('h1 Login to Your Account', ...login);

  await open('/items', 'hang');
  await shows('h1 Explore Our Items', 'status Loading items…', ...filters, 'div (busy)');
  await open('/items', 'server-error');
  const failure = 'The items could not be loaded.';
  await shows(
    'h1 Explore Our Items',
    'status ',
    ...filters,
    `alert ${failure}`,
    `h2 ${failure}`,
    'button Try again',
  );
  await open('/items?priceMin=9&priceMax=1');
  const none = ['h2 No items match these filters.', 'a Show all items'];
  await shows('h1 Explore Our Items', 'status No items', 'a Clear filters', ...filters, ...none);

  await open('/cart');
  await shows(
    'h1 Your Shopping Cart',
    'status ',
    'h2 Your cart could not be loaded.',
    'a Log in',
    'button Try again',
    'a Browse Items',
  );
  await shopper.hears('Please login to view your cart.');

  await shopper.sendLogin({ ...demoAccount, password: 'wrong' });
  await shopper.hears('Please login to view your cart.', 'Login failed. Please check your credentials.');
  await shopper.finds({ Email: demoAccount.email, Password: 'wrong' });
  await shows('h1 Login to Your Account', ...login);
  const passwordType = () => shopper.look(() => document.querySelector<HTMLInputElement>('#password')?.type);
  expect(await passwordType()).toBe('password');
  await shopper.press('Show');
  await shows('h1 Login to Your Account', ...login.with(2, 'button (pressed)'));
  expect(await passwordType()).toBe('text');

  await open('/signup', 'hang:signup');
  await shows(...signup, 'button Signup', 'a Log in');
  for (const field of ['Name', 'Email', 'Password']) await shopper.fill(field, 'ada@example.com');
  await shopper.press('Signup');
  await shows(...signup, 'button (busy)', 'a Log in');

  store.backend.use('normal');
  await shopper.logIn();
  await open('/cart');
  await shows(
    'h1 Your Shopping Cart',
    'status ',
    'status Your cart is empty.',
    'h2 Your cart is empty.',
    'a Browse Items',
  );
  await open('/items?category=Kitchen');
  await shopper.press('Add to Cart', 'Stoneware Mug');
  // Not all of them: WebKit says of a signup too that it failed when its page is left.
  await expect.poll(shopper.alerts).toContain('Item added to cart!');
  store.backend.use('hang:addToCart');
  await shopper.press('Add to Cart', 'Stoneware Mug');
  const mug = ['list Stoneware Mug', 'h2 Stoneware Mug', 'button (busy)'];
  await expect.poll(() => shopper.look(readOutline)).toEqual(expect.arrayContaining(mug));

  await open('/cart', 'hang');
  await shows('h1 Your Shopping Cart', 'status Loading your cart…', 'div (busy)');
  await open('/cart', 'hang:removeFromCart');
  const line = ['h1 Your Shopping Cart', 'status ', 'list Stoneware Mug', 'h2 Stoneware Mug'];
  await shows(...line, 'button Remove', 'a Continue browsing');
  await shopper.press('Remove');
  await shows(...line, 'button (busy)', 'a Continue browsing');

  await shopper.look(crashList);
  await shopper.follow('Items');
  const ways = ['button Reload', 'a Browse Items', 'a Home page'];
  await shows('alert Something went wrong', 'h1 Something went wrong', ...ways);
});

/** The beginning of what stands in the page: roles, or else elements, with their state or their first line. */
function readOutline() {
  const parts = 'h1, h2, a, button, label, [role]:not([aria-hidden]), [aria-busy=true]';
  return [...document.querySelectorAll<HTMLElement>(`main :is(${parts})`)].slice(0, 12).map((part) => {
    const [line] = part.innerText.trim().split('\n');
    const isBusy = part.matches('[aria-busy=true], [aria-disabled=true]');
    const state = isBusy ? '(busy)' : part.ariaPressed === 'true' ? '(pressed)' : line;
    return `${part.getAttribute('role') ?? part.localName} ${state}`;
  });
}
