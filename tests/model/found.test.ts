import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTab } from './page';
import { planted } from './planted';
import { openShop } from './shop';
import { anyOpening, anyStep, describe } from './steps';
import { type Temper, walk } from './walk';

/** The steps that walks take, by their sentences. */
const steps = new Map(
  fc
    .sample(fc.oneof(anyOpening, anyStep('hurried')), { seed: 1, numRuns: 50_000 })
    .map((step) => [describe(step), step]),
);

/** The shortest walks in which the store once differed from the specification, in the words of their reports. */
const found = readFileSync('tests/model/found.txt', 'utf8').trimEnd().split('\n');
const shop = await openShop();

test.each(found.map((row) => row.split(' | ')))('%s', async (_what, temper, sentences = '') => {
  const planned = sentences.split('; ').flatMap((sentence) => steps.get(sentence) ?? []);
  const { taken, differences } = await walk(planned, temper as Temper, () => openTab(shop));
  expect(differences).toEqual([]);
  expect(taken.map(describe).join('; ')).toBe(sentences);
});

test.each(planted)('the place of a fault to plant: $name', ({ file, place }) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toMatch(place);
});
