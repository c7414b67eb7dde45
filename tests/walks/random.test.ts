import * as fc from 'fast-check';
import { test } from 'vitest';
import { filterNames } from '../../src/features/items/filters';
import { accounts, incidents, items, startBackend } from './backend';
import type { Step } from './steps';
import { type Pace, type Result, walk } from './walk';

// `npm test` takes the same few walks each time. `npm run walks` sets these variables.
const { WALKS = '20', SEED = '1', PLANTED_FAULT } = process.env;
const backend = await startBackend();

test.each<Pace>(['hurried', 'settled'])(`${WALKS} %s walks from seed ${SEED}`, async (pace) => {
  for (let seed = Number(SEED); seed < Number(SEED) + Number(WALKS); seed++) {
    const taken = seed - Number(SEED);
    if (taken && taken % 100 === 0) console.log(`${taken} of ${WALKS} ${pace} walks`);
    let result = await walk(planWalk(seed, pace), pace, backend);
    if (!result.differences.length) continue;
    if (!PLANTED_FAULT) result = await shorten(result, pace);
    const command = `npm run walks -- --seed ${seed} --count 1`;
    const message = `The store differs from the model in a ${pace} walk. To repeat it: ${command}`;
    throw new Error([message, ...result.taken, ...result.differences].join('\n'));
  }
});

/** More steps than a walk takes, because it skips those that are not possible. */
function planWalk(seed: number, pace: Pace): Step[] {
  const plan = fc.tuple(opening, fc.array(anySteps(pace), { minLength: 300, maxLength: 300 }));
  return fc.sample(plan, { seed, numRuns: 1 }).flat(3);
}

/** Leaves out the steps without which the walk still fails. */
async function shorten(result: Result, pace: Pace): Promise<Result> {
  let shortest = result;
  for (let index = result.taken.length - 1; index > 0; index--) {
    const shorter = await walk(shortest.taken.toSpliced(index, 1), pace, backend);
    if (shorter.differences.length) shortest = shorter;
  }
  return shortest;
}

/** The specification's screens, and the 404 page. */
const addresses = ['/', '/signup', '/login', '/items', '/cart', '/nowhere'];
const queries = [
  'category=Kitchen',
  'priceMin=20&priceMax=50',
  'priceMin=cheap',
  'utm_source=mail',
  'category=home%20%26%20light',
];
const opening = fc
  .constantFrom(...addresses, ...queries.map((query) => `/items?${query}`))
  .map((address): Step => `open ${address}`);

const press = (...controls: string[]) => fc.constantFrom(...controls.map((name): Step => `press ${name}`));

const submit = (button: string, fields: fc.Arbitrary<Record<string, string>>) =>
  fields.map((texts): Step[] => [`write ${new URLSearchParams(texts)}`, `press button ${button}`]);

const prices = fc.constantFrom('', '', '0', '10', '20', '19.99', '50');
const texts = fc.constantFrom('', '', 'Kitchen', ' kitchen ', 'Home & Light', 'Toys');
const filters = fc.record(
  Object.fromEntries(filterNames.map((name) => [name, name.startsWith('price') ? prices : texts])),
);

const account = fc.constantFrom(...accounts, { email: 'cleo@example.com', password: 'cleo' });
/** Mostly correct, because most steps need a login. */
const login = fc
  .tuple(account, account, fc.nat(3))
  .map(([{ email, password }, other, luck]) => ({ email, password: luck ? password : other.password }));
const signup = login.map((fields) => ({ name: 'Cleo', ...fields }));

const changer = fc.constantFrom('otherTab', 'otherTab', 'devTools');
const token = fc.constantFrom('none', 'Ada-1', 'Ada-1', 'Ada-1', 'Bob-1', 'Bob-1', 'Bob-1', 'Unknown-1');

/** All kinds of steps with their weights. Most happens in the list and in the cart. */
function anySteps(pace: Pace): fc.Arbitrary<Step | Step[]> {
  const itemNames = items.map(({ name }) => name);
  const weights: [number, fc.Arbitrary<Step | Step[]>][] = [
    [1, opening],
    [6, press('nav /items', 'nav /cart', 'nav /cart', 'nav /cart', 'nav /login')],
    [6, press(...addresses.map((to) => `nav ${to}`))],
    [6, press(...addresses.map((to) => `link ${to}`))],
    [3, press('button Try again')],
    [4, press('button Apply Filters', 'button Login', 'button Signup')],
    [1, press('button Logout')],
    [8, press(...itemNames.map((name) => `button Add to Cart of ${name}`))],
    [24, press(...itemNames.map((name) => `button Remove of ${name}`))],
    [7, submit('Apply Filters', filters)],
    [8, submit('Login', login)],
    [8, submit('Signup', signup)],
    [1, filters.map((texts): Step => `write ${new URLSearchParams(texts)}`)],
    [6, fc.constantFrom<Step>('back', 'back', 'back', 'forward', 'forward', 'reload')],
    [4, fc.constantFrom(...incidents).map((incident): Step => `nextRequest ${incident}`)],
    [4, fc.tuple(changer, token).map(([event, token]) => `${event} ${token}` as Step)],
    [pace === 'hurried' ? 30 : 0, fc.nat(3).map((number): Step => `receive ${number}`)],
  ];
  return fc.oneof(...weights.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
