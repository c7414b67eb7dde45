import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openShop } from './openShop';
import { openTab } from './page';
import type { Step } from './steps';
import { type Temper, walk } from './walk';

const open = (address: string): Step => ({ do: 'open', address });
const link = (name: string): Step => ({ do: 'press', what: 'link', name });
const button = (name: string, of?: string): Step => ({
  do: 'press',
  what: 'button',
  name,
  ...(of !== undefined && { of }),
});
const store = (token: string | null, where: 'here' | 'in another tab'): Step => ({
  do: 'store',
  token,
  where,
});
const answer: Step = { do: 'answer', nth: 0 };
const logIn: Step = {
  do: 'write',
  fields: { Email: 'ada@example.com', Password: 'ada' },
  press: 'Login',
};

/** The shortest walks in which the store once differed from the specification. */
const found: [what: string, temper: Temper, steps: Step[]][] = [
  [
    'Logout from the cart asks and says nothing before the page is new',
    'settled',
    [open('/login'), logIn, link('Cart'), button('Logout')],
  ],
  [
    'a login that is answered after Logout changes nothing',
    'hurried',
    [open('/login'), store('Bob-1', 'in another tab'), logIn, button('Logout')],
  ],
  [
    "another tab's login does not load the list",
    'settled',
    [open('/items'), store('Ada-1', 'in another tab'), store(null, 'in another tab')],
  ],
  [
    "another tab's login brings its own cart, and a late answer does not bring back the one before",
    'hurried',
    [open('/login'), store('Ada-1', 'in another tab'), link('Cart'), store('Bob-1', 'in another tab')],
  ],
  [
    'a token that came without an event counts at the next arrival',
    'settled',
    [open('/signup'), store('Ada-1', 'here'), link('Cart')],
  ],
  [
    'a token that went without an event is not sent with a removal',
    'settled',
    [open('/signup'), store('Ada-1', 'here'), link('Cart'), store(null, 'here'), button('Remove', 'Mug')],
  ],
  [
    'a token that goes while a removal is under way: its reload asks once',
    'hurried',
    [
      open('/signup'),
      store('Ada-1', 'here'),
      link('Cart'),
      answer,
      button('Remove', 'Lamp'),
      store(null, 'here'),
      answer,
      answer,
    ],
  ],
  [
    'a token that goes while a removal and a cart are under way',
    'hurried',
    [
      open('/cart'),
      store('Ada-1', 'here'),
      link('Cart'),
      { do: 'answer', nth: 1 },
      button('Remove', 'Mug'),
      link('Items'),
      { do: 'back' },
      store(null, 'here'),
    ],
  ],
  [
    'leaving a cart that loads, when storage has changed, says nothing of it elsewhere',
    'hurried',
    [open('/nowhere'), link('Cart'), store('Ada-1', 'here'), link('Items')],
  ],
  [
    'arriving at a cart that still loads is a load of its own',
    'hurried',
    [open('/signup'), link('Cart'), link('Cart')],
  ],
  [
    'lines from before a failure stay away, also when one load breaks off another',
    'hurried',
    [
      open('/nowhere'),
      store('Bob-1', 'here'),
      link('Cart'),
      answer,
      { do: 'fault', fault: 'offline' },
      link('Cart'),
      answer,
      link('Cart'),
      link('Cart'),
    ],
  ],
  [
    'Try again keeps focus',
    'settled',
    [open('/signup'), { do: 'fault', fault: 'offline' }, link('Items'), button('Try again')],
  ],
  [
    'Show all items, which failed before',
    'hurried',
    [
      open('/'),
      { do: 'fault', fault: 'status-401' },
      link('Items'),
      answer,
      {
        do: 'write',
        fields: { 'Min Price': '0', 'Max Price': '10', Category: 'Toys' },
        press: 'Apply Filters',
      },
      answer,
      link('Show all items'),
    ],
  ],
  [
    'Show all items keeps focus',
    'settled',
    [open('/items?priceMin=cheap&category=Toys'), link('Show all items')],
  ],
];

const shop = await openShop(readFileSync('openapi.yaml', 'utf8'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  shop.reset();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(found)('%s', async (_what, temper, steps) => {
  const { taken, differences } = await walk(steps, temper, () => openTab(shop));
  expect(differences).toEqual([]);
  expect(taken).toEqual(steps);
});
