import * as fc from 'fast-check';
import { accounts, type Fault, faults, items, tokens } from './shop';

/** What a shopper, the network, another tab or time does. */
export type Step =
  | { do: 'open'; address: string }
  | { do: 'back' | 'forward' | 'reload' }
  /** A link or a button; `of` is the item that it belongs to. */
  | { do: 'press'; what: 'link' | 'button'; name: string; of?: string }
  | { do: 'write'; fields: Record<string, string>; press?: string }
  | { do: 'fault'; fault: Fault }
  /** `here`: without an event, as the browser's tools do it. */
  | { do: 'store'; token: string | null; where: 'here' | 'in another tab' }
  | { do: 'wait'; seconds: number }
  /** The answer to one of the requests under way arrives. */
  | { do: 'answer'; nth: number };

/** The step as a sentence that a person can follow. */
export function describe(step: Step): string {
  switch (step.do) {
    case 'open':
      return `open ${step.address}`;
    case 'press':
      return `press ${step.what} ${step.name}${step.of ? ` of ${step.of}` : ''}`;
    case 'write': {
      const fields = Object.entries(step.fields).map(([name, text]) => `${name} "${text}"`);
      return `write ${fields.join(', ')}${step.press ? ` and press ${step.press}` : ''}`;
    }
    case 'fault':
      return `let the next call meet: ${step.fault}`;
    case 'store':
      return `${step.token === null ? 'delete the token' : `store the token ${step.token}`} ${step.where}`;
    case 'wait':
      return `wait ${step.seconds} s`;
    case 'answer':
      return `let answer ${step.nth + 1} of those under way arrive`;
    default:
      return step.do;
  }
}

const link = (...names: string[]) =>
  fc.constantFrom(...names).map((name): Step => ({ do: 'press', what: 'link', name }));
const button = (...names: string[]) =>
  fc.constantFrom(...names).map((name): Step => ({ do: 'press', what: 'button', name }));
const buttonOf = (name: string) =>
  fc.constantFrom(...items).map((item): Step => ({ do: 'press', what: 'button', name, of: item.name }));

const filters = fc.record({
  'Min Price': fc.constantFrom('', '', '0', '20', '19.99'),
  'Max Price': fc.constantFrom('', '', '50', '10'),
  Category: fc.constantFrom('', '', 'Kitchen', ' kitchen ', 'Home & Light', 'Toys'),
});

const cleo = { email: 'cleo@example.com', password: 'cleo' };
const people = fc.constantFrom(...accounts, cleo);
/** More often right than wrong, for most happens to who is logged in. */
const credentials = fc
  .tuple(people, people, fc.nat(3))
  .map(([one, other, luck]) => ({ Email: one.email, Password: (luck ? one : other).password }));

/** Without a login in this tab. */
const anyToken = fc.constantFrom(
  null,
  tokens.ada,
  tokens.bob,
  tokens.ada,
  tokens.bob,
  tokens.ada,
  tokens.bob,
  tokens.nobody,
  tokens.broken,
);

const addresses = [
  '/',
  '/signup',
  '/login',
  '/items',
  '/items?category=Kitchen',
  '/items?priceMin=20&priceMax=50',
  '/items?priceMin=cheap&category=Toys',
  '/cart',
  '/nowhere',
];

export const anyOpening = fc.constantFrom(...addresses).map((address): Step => ({ do: 'open', address }));

/** Any step of a walk; those that the page does not offer at the time are left out. */
export const anyStep = (temper: 'settled' | 'hurried'): fc.Arbitrary<Step> =>
  fc.oneof(
    // A page that loads costs as much as ten other steps, and little of interest is left after it.
    { weight: 1, arbitrary: anyOpening },
    {
      weight: 12,
      arbitrary: link(
        'Our Store',
        'Home',
        'Items',
        'Items',
        'Items',
        'Cart',
        'Cart',
        'Cart',
        'Cart',
        'Cart',
        'Signup',
        'Login',
        'Login',
      ),
    },
    {
      weight: 6,
      arbitrary: link(
        'Browse Items',
        'View Cart',
        'Create an account',
        'Log in',
        'Continue browsing',
        'Kitchen',
        'Home & Light',
        'Show all items',
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .constantFrom('back', 'back', 'back', 'forward', 'forward', 'reload')
        .map((it): Step => ({ do: it })),
    },
    { weight: 5, arbitrary: button('Try again', 'Apply Filters', 'Login', 'Signup') },
    { weight: 1, arbitrary: button('Logout') },
    {
      weight: 6,
      arbitrary: filters.map((fields): Step => ({ do: 'write', fields, press: 'Apply Filters' })),
    },
    { weight: 1, arbitrary: filters.map((fields): Step => ({ do: 'write', fields })) },
    { weight: 8, arbitrary: credentials.map((fields): Step => ({ do: 'write', fields, press: 'Login' })) },
    {
      weight: 8,
      arbitrary: credentials.map(
        (it): Step => ({ do: 'write', fields: { Name: 'Cleo', ...it }, press: 'Signup' }),
      ),
    },
    { weight: 8, arbitrary: buttonOf('Add to Cart') },
    { weight: 24, arbitrary: buttonOf('Remove') },
    { weight: 4, arbitrary: fc.constantFrom(...faults).map((fault): Step => ({ do: 'fault', fault })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(anyToken, fc.constantFrom('here', 'in another tab', 'in another tab'))
        .map(([token, where]): Step => ({ do: 'store', token, where: where as 'here' })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(1, 4, 10, 700).map((seconds): Step => ({ do: 'wait', seconds })),
    },
    {
      weight: temper === 'settled' ? 0 : 30,
      arbitrary: fc.nat(3).map((nth): Step => ({ do: 'answer', nth })),
    },
  );
