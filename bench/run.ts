import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../tools/lib/chromium';
import { deployDirectory } from '../tools/vite/deployFiles';
import { type Figures, measureActions, measureOpening } from './measure';
import { serveBuild, setItemCount, writeReference } from './sites';

type Result = { store: Figures; other: Figures };

/** Compares the production build with a page written by hand, or with the build in --against, and prints a table. */
async function main() {
  const { pairs, against } = readOptions();
  const store = await serveBuild('dist');
  const other = await serveBuild(against ?? writeReference());
  const browser = await chromium.launch(chromiumOptions);

  // In turn, so that a change in the machine's speed affects both.
  async function compare(title: string, measure: (origin: string) => Promise<Figures>) {
    const results: Result[] = [];
    while (results.length < pairs) {
      results.push({ store: await measure(store), other: await measure(other) });
    }
    printSection(title, results);
  }

  console.log(`| Median and range in ms | Store | ${against ?? 'By hand'} | Ratio |\n|---|---|---|---|`);
  try {
    setItemCount(100);
    for (const isSlow of [false, true]) {
      for (const isCached of [false, true]) {
        const speed = isSlow ? 'Slow 4G, processor 4 times slower' : 'Full speed';
        await compare(`${speed}, ${isCached ? 'scripts cached' : 'cold'}`, (origin) =>
          measureOpening(browser, origin, { count: 100, isSlow, isCached }),
        );
      }
    }
    setItemCount(10_000);
    await compare('10,000 items at full speed, longest task', async (origin) =>
      // The page by hand supports no actions.
      origin === store || against ? measureActions(browser, origin, 10_000) : {},
    );
  } finally {
    await browser.close();
  }
}

/** Throws with a message for the user. */
function readOptions() {
  const options = { against: { type: 'string' }, pairs: { type: 'string', default: '7' } } as const;
  const { against, pairs } = parseArgs({ options }).values;
  if (!/^[1-9]\d*$/.test(pairs)) throw new Error(`--pairs is "${pairs}". Use a whole number from 1.`);
  for (const dist of ['dist', against ?? 'dist']) {
    if (!existsSync(`${deployDirectory(dist)}/headers.json`)) {
      throw new Error(`There is no production build in "${dist}". Run npm run build first.`);
    }
  }
  return { against, pairs: Number(pairs) };
}

function printSection(title: string, results: Result[]) {
  console.log(`| **${title}** | | | |`);
  for (const name of Object.keys(results[0]?.store ?? {})) {
    const store = results.map((result) => result.store[name] ?? Number.NaN);
    const other = results.map((result) => result.other[name] ?? Number.NaN);
    const ratios = store.map((time, index) => time / (other[index] ?? Number.NaN));
    console.log(`| ${name} | ${summarize(store, 0)} | ${summarize(other, 0)} | ${summarize(ratios, 2)} |`);
  }
}

/** The median and the range. Empty for a moment that a page does not have, and for a ratio to 0. */
function summarize(values: number[], digits: number) {
  if (!values.every(Number.isFinite)) return '';
  const sorted = values.toSorted((a, b) => a - b);
  const [median, lowest, highest] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map(
    (value) => value?.toFixed(digits),
  );
  return `${median} (${lowest}–${highest})`;
}

main().catch(({ message }: Error) => {
  console.error(message);
  process.exitCode = 1;
});
