import * as fc from 'fast-check';
import { fixedAddresses } from '../support/screens';
import { accounts, type Fault, faults, items, tokens } from './shop';

/** What a shopper, the network, another tab or time does; `describe` says it in words. */
export type Step =
  | { do: 'open'; address: string }
  | { do: 'go'; by: -1 | 1 | 0 }
  /** A link by where it leads, or a button: `nav /cart`, `button Remove of Mug`. */
  | { do: 'press'; control: string }
  | { do: 'write'; fields: Record<string, string>; control: string }
  | { do: 'fault'; fault: Fault }
  /** By another tab, or without an event, as the browser's tools do it. */
  | { do: 'store'; token: string | null; isHeard: boolean }
  | { do: 'wait' }
  | { do: 'answer'; nth: number };

export type Each<Result> = { [Kind in Step['do']]: (step: Extract<Step, { do: Kind }>) => Result };

export const byKind =
  <Result>(each: Each<Result>) =>
  (step: Step) =>
    (each[step.do] as (step: Step) => Result)(step);

export const describe = byKind<string>({
  open: ({ address }) => `open ${address}`,
  go: ({ by }) => ({ [-1]: 'back', 0: 'reload', 1: 'forward' })[by],
  press: ({ control }) => `press ${control}`,
  write({ fields, control }) {
    const texts = Object.entries(fields).map(([name, text]) => `${name} "${text}"`);
    return `write ${texts.join(', ')}${control && ` and press ${control}`}`;
  },
  fault: ({ fault }) => `the next call meets ${fault}`,
  store: ({ token, isHeard }) => `${isHeard ? 'another tab stores' : 'storage silently gets'} ${token}`,
  wait: () => 'ten seconds pass',
  answer: ({ nth }) => `answer ${nth + 1} arrives`,
});

const anyOf = (...controls: string[]) =>
  fc.constantFrom(...controls).map((control): Step => ({ do: 'press', control }));
const anyButtonOf = (button: string) => anyOf(...items.map(({ name }) => `button ${button} of ${name}`));
const written = (control: string, fields: fc.Arbitrary<Record<string, string>>) =>
  fields.map((fields): Step => ({ do: 'write', fields, control }));

const filters = fc.record({
  'Min Price': fc.constantFrom('', '', '0', '20', '19.99'),
  'Max Price': fc.constantFrom('', '', '50', '10'),
  Category: fc.constantFrom('', '', 'Kitchen', ' kitchen ', 'Home & Light', 'Toys'),
});

const people = fc.constantFrom(...accounts, { email: 'cleo@example.com', password: 'cleo' });
/** More often right than wrong, for most happens to who is logged in. */
const credentials = fc
  .tuple(people, people, fc.nat(3))
  .map(([one, other, luck]) => ({ Email: one.email, Password: (luck ? one : other).password }));

const newcomers = credentials.map((it) => ({ Name: 'Cleo', ...it }));

const { ada, bob, nobody, broken } = tokens;
const anyToken = fc.constantFrom(null, ada, bob, ada, bob, ada, bob, nobody, broken);

const filtered = ['category=Kitchen', 'priceMin=20&priceMax=50', 'priceMin=cheap&category=Toys'];
export const anyOpening = fc
  .constantFrom(...fixedAddresses, ...filtered.map((query) => `/items?${query}`))
  .map((address): Step => ({ do: 'open', address }));

/** Most happens in the list and the cart. */
const loads = ['/items', '/cart', '/cart', '/cart', '/login', ...fixedAddresses].map((to) => `nav ${to}`);
const inScreens = ['/items?category=Kitchen', ...fixedAddresses].map((to) => `link ${to}`);

/** Any step of a walk, each kind with its weight; those that the page does not offer at the time are left out. */
export function anyStep(temper: 'settled' | 'hurried' | 'held'): fc.Arbitrary<Step> {
  const kinds: [number, fc.Arbitrary<Step>][] = [
    // A page that loads costs as much as ten other steps, and little of interest is left after it.
    [1, anyOpening],
    [12, anyOf(...loads)],
    [6, anyOf(...inScreens)],
    [6, fc.constantFrom(-1, -1, -1, 1, 1, 0).map((by): Step => ({ do: 'go', by: by as 0 }))],
    [5, anyOf('button Try again', 'button Apply Filters', 'button Login', 'button Signup')],
    [1, anyOf('button Logout')],
    [6, written('button Apply Filters', filters)],
    [1, written('', filters)],
    [8, written('button Login', credentials)],
    [8, written('button Signup', newcomers)],
    [8, anyButtonOf('Add to Cart')],
    [24, anyButtonOf('Remove')],
    [4, fc.constantFrom(...faults).map((fault): Step => ({ do: 'fault', fault }))],
    [4, fc.tuple(anyToken, fc.nat(2)).map(([token, by]): Step => ({ do: 'store', token, isHeard: by > 0 }))],
    [1, fc.constant<Step>({ do: 'wait' })],
    [temper === 'hurried' ? 30 : 0, fc.nat(3).map((nth): Step => ({ do: 'answer', nth }))],
  ];
  return fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
