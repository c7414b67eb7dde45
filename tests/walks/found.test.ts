import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startBackend } from './backend';
import { plantedFaults } from './plantedFaults';
import type { Step } from './steps';
import { walk } from './walk';

const backend = await startBackend();

async function replay(steps: string) {
  const { taken, differences } = await walk(steps.split('; ') as Step[], 'hurried', backend);
  expect(differences).toEqual([]);
  expect(taken.join('; ')).toBe(steps);
}

const openCart = 'press nav /cart';
const adaOpensCart = `open /nowhere; devTools Ada-1; ${openCart}; receive 0`;
const removeMug = 'press button Remove of Mug';
const login = 'write email=ada@example.com&password=ada; press button Login';
const filter = 'write category=Toys; press button Apply Filters';

// Walks in which the store once differed from the specification.

test('a login whose response arrives after Logout changes nothing', () =>
  replay(`open /login; otherTab Bob-1; ${login}; press button Logout`));

test('the token can disappear during a removal and a load of the cart', () =>
  replay(`${adaOpensCart}; ${removeMug}; press nav /items; back; devTools none`));

test('leaving the cart while it loads, after the token has changed, shows no alert', () =>
  replay('open /nowhere; press nav /cart; devTools Ada-1; press nav /items'));

test('after a failed load, old lines do not return when one load aborts another', () =>
  replay(`${adaOpensCart}; nextRequest offline; ${openCart}; receive 0; ${openCart}; ${openCart}`));

test('after a second removal, the first line still waits for the new cart', () =>
  replay(`${adaOpensCart}; ${removeMug}; press button Remove of Lamp`));

test('the list stays while filters load again that failed before', () =>
  replay(`open /; nextRequest offline; press nav /items; receive 0; ${filter}; receive 0; back`));

test.each(plantedFaults)('the code of the planted fault exists: $name', ({ code }) => {
  const isThere = readFileSync('tests/walks/model.ts', 'utf8').includes(code);
  expect(isThere, 'model.ts has changed: update the fault in tests/walks/plantedFaults.txt').toBe(true);
});
