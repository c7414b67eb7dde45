import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTab } from './page';
import { planted } from './planted';
import { openShop } from './shop';
import type { Step } from './steps';
import { type Temper, walk } from './walk';

const open = (address: string): Step => ({ do: 'open', address });
const nav = (to: string): Step => ({ do: 'press', control: `nav ${to}` });
const button = (name: string): Step => ({ do: 'press', control: `button ${name}` });
const remove = (item: string) => button(`Remove of ${item}`);
/** Without an event. */
const stored = (token: string | null): Step => ({ do: 'store', token, isHeard: false });
const elsewhere = (token: string | null): Step => ({ do: 'store', token, isHeard: true });
const meet = (fault: 'offline' | 'status-401'): Step => ({ do: 'fault', fault });
const write = (button: string, fields: Record<string, string>): Step => ({
  do: 'write',
  fields,
  control: `button ${button}`,
});
const logIn = write('Login', { Email: 'ada@example.com', Password: 'ada' });
const signUp = write('Signup', { Name: 'Cleo', Email: 'cleo@example.com', Password: 'cleo' });
const noToys = write('Apply Filters', { 'Min Price': '0', 'Max Price': '10', Category: 'Toys' });
const showAll: Step = { do: 'press', control: 'link /items' };
const back: Step = { do: 'go', by: -1 };
const answer: Step = { do: 'answer', nth: 0 };
const second: Step = { do: 'answer', nth: 1 };

const shop = await openShop();

test.each(planted)('the place of a fault to plant: $name', ({ file, place }) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toMatch(place);
});

/** The shortest walks in which the store once differed from the specification. */
function found(what: string, temper: Temper, ...steps: Step[]) {
  test(what, async () => {
    const { taken, differences } = await walk(steps, temper, () => openTab(shop));
    expect(differences).toEqual([]);
    expect(taken).toEqual(steps);
  });
}

const adaAtCart = [open('/signup'), stored('Ada-1'), nav('/cart')];

found('Logout asks and says nothing before the page is new', 'settled', ...adaAtCart, button('Logout'));
const bobThenAda = [open('/login'), elsewhere('Bob-1'), logIn];
found('a login that is answered after Logout changes nothing', 'hurried', ...bobThenAda, button('Logout'));
const twoTabs = [open('/items'), elsewhere('Ada-1'), elsewhere(null)];
found("another tab's login does not load the list", 'settled', ...twoTabs);
const otherCart = [open('/login'), elsewhere('Ada-1'), nav('/cart'), elsewhere('Bob-1')];
found(
  "another tab's login brings its own cart, and a late answer not the one before",
  'hurried',
  ...otherCart,
);
found('a token that came without an event counts at the next arrival', 'settled', ...adaAtCart);
const gone = [...adaAtCart, stored(null), remove('Mug')];
found('a token that went without an event: a removal is not sent, the cart is loaded', 'settled', ...gone);
const others = [...adaAtCart, stored('Bob-1'), remove('Mug')];
found("a removal from another shopper's cart is not sent, the new one is loaded", 'settled', ...others);
const goes = [...adaAtCart, answer, remove('Lamp'), stored(null), answer, answer];
found('a token that goes while a removal is under way', 'hurried', ...goes);
const goesLater = [...adaAtCart, answer, remove('Mug'), nav('/items'), back, stored(null)];
found('a token that goes while a removal and a cart are under way', 'hurried', ...goesLater);
const left = [open('/nowhere'), nav('/cart'), stored('Ada-1'), nav('/items')];
found('leaving a cart that loads, when storage has changed, says nothing of it', 'hurried', ...left);
const twice = [open('/signup'), nav('/cart'), nav('/cart')];
found('arriving at a cart that still loads is a load of its own', 'hurried', ...twice);
const stale = [...adaAtCart, answer, meet('offline'), nav('/cart'), answer, nav('/cart'), nav('/cart')];
found('lines from before a failure stay away, also when one load breaks off another', 'hurried', ...stale);
const again = [open('/signup'), meet('offline'), nav('/items'), button('Try again')];
found('Try again keeps focus', 'settled', ...again);
const failed = [open('/'), meet('status-401'), nav('/items'), answer, noToys, answer, showAll];
found('Show all items, which failed before', 'hurried', ...failed);
found('Show all items keeps focus', 'settled', open('/items?priceMin=cheap&category=Toys'), showAll);
const hangs = [open('/items'), elsewhere('Ada-1'), nav('/cart'), second, remove('Mug'), second];
found('a removal while a list hangs: the cart is asked for at once', 'hurried', ...hangs);
const overtaken = [
  open('/items'),
  elsewhere('Ada-1'),
  answer,
  button('Add to Cart of Pan'),
  nav('/cart'),
  second,
];
found('an Add that was overtaken by the cart brings the cart anew', 'hurried', ...overtaken, answer);
const late = [open('/login'), logIn, nav('/signup'), signUp, second];
found('a login that a signup has overtaken is dropped', 'hurried', ...late);
const otherFilters = [open('/items?category=Kitchen'), answer, nav('/login'), nav('/items')];
found('who comes from another screen sees no list of other filters', 'hurried', ...otherFilters);
const failedBefore = [
  open('/'),
  meet('offline'),
  nav('/items'),
  write('Apply Filters', { 'Min Price': '0' }),
];
found('a list stays while one is loaded that has failed before', 'settled', ...failedBefore, back);
found('answers that may be kept are asked for anew', 'settled', ...adaAtCart, remove('Mug'), nav('/cart'));
