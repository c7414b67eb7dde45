import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import type axeCore from 'axe-core';
import { checkBackend } from '../../contract/check';
import { makeReport, toHtml } from '../../contract/report';
import { faults } from '../../contract/test/faults';
import { type Backend, makeGoodBackend } from '../../contract/test/goodBackend';
import { overHttp, serve } from '../../contract/test/serve';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A fault of each level. */
const names = ['Adding again replaces the quantity', 'Any password logs in', 'A quantity of 0 is accepted'];

let html: string;
test.beforeAll(async () => {
  const spoil = (good: Backend, name: string) =>
    faults.find((it) => it.name === name)?.spoil(good) as Backend;
  const { api, close } = await serve(overHttp(names.reduce(spoil, makeGoodBackend().backend)));
  const run = await checkBackend(api);
  const [first, ...verdicts] = run.verdicts;
  const unjudged = first && { ...first, outcome: 'not judged' as const, why: 'nobody asked' };
  const told = { ...run, verdicts: unjudged ? [unjudged, ...verdicts] : verdicts };
  html = toHtml(makeReport(told, 'strict', { contract: '1.2.3', api }));
  close();
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    test(`the contract check's report opens with a picture of the run: ${colorScheme}, ${width} px`, async ({
      page,
    }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(html);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^✗ The store cannot go live/);
      const rows = page.getByRole('list', { name: /^The run/ }).getByRole('listitem');
      await expect(rows.first()).toHaveText(/\? signup answers\s+Not judged, because nobody asked/);
      await expect(rows.filter({ hasText: /^✓ login A shopper logs in/ })).toHaveCount(1);
      const failed = rows.filter({ hasText: /^✗ addTwice The second press on Add to Cart is lost/ });
      await expect(failed).toBeVisible();
      await failed.getByRole('link', { name: 'addTwice' }).click();
      await expect(page.getByRole('heading', { name: '✗ addTwice' })).toBeInViewport();
      await page.getByText('As a shell script').first().click();
      await expect(page.getByText('#!/bin/sh').first()).toBeVisible();

      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow)).toBe(0);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: typeof axeCore }).axe.run(document),
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(requests).toEqual([]);
    });
