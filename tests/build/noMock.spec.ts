import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../mocks/catalogue';
import { demoAccount } from '../../mocks/demoAccount';
import { expect, test } from '../support/fixtures';

/** What gives the mock away: its worker, MSW, the catalogue, the demo account, the panel. */
const traces = [
  /mockServiceWorker/,
  /\bmsw\b/i,
  new RegExp(catalogue[20]?.name ?? ''),
  new RegExp(demoAccount.email),
  /mock-panel/,
  /mock-backend/,
];
const tracesIn = (name: string, text: string) =>
  traces.filter((trace) => trace.test(name + text)).map((trace) => `${name}: ${trace}`);

test('the production build has no trace of the mock, and the check finds one that is planted', () => {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true });
  const found = files
    // The bytes of compressed copies spell anything.
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .flatMap(({ parentPath, name }) => tracesIn(name, readFileSync(join(parentPath, name), 'utf8')));
  expect(found).toEqual([]);
  for (const [name, text] of [
    ['mockServiceWorker.js', ''],
    ['assets/index.js', 'const a="demo@example.com"'],
    ['assets/catalogue.js', readFileSync('mocks/catalogue.ts', 'utf8')],
    ['panel.js', readFileSync('mocks/panel.ts', 'utf8')],
  ] as const)
    expect(tracesIn(name, text), name).not.toEqual([]);
});
