import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { type Options, shopperInWebKit } from './tests/support/fixtures.ts';
import { needs } from './tests/support/needs.ts';
import { ceiling } from './tests/support/pace.ts';
import type { Shopper } from './tests/support/shopper.ts';
import { chromiumOptions, testChromiumOptions } from './tools/scripts/chromium.ts';

/** Runs in every engine behind nginx, in Chromium too. */
const deployed = ['e2e/failures.spec.ts', 'e2e/engines.spec.ts', 'e2e/states.spec.ts'];

/** A project for each suite and engine. Each worker serves its store itself, on a free port. */
export default defineConfig<{ shopper: Shopper }, Options>({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  // No test that comes to an end is as long; what is red says so by the ceilings below.
  timeout: ceiling(120, 300),
  expect: { timeout: ceiling(15, 60) },
  outputDir: `test-results/${process.env.REPORT ?? 'browsers'}`,
  reporter: [['list'], ['json', { outputFile: `test-results/${process.env.REPORT ?? 'browsers'}.json` }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: testChromiumOptions,
    actionTimeout: ceiling(15, 60),
    navigationTimeout: ceiling(15, 60),
  },
  projects: [
    // What the suites share; `npm test` has built it and passes --no-deps.
    { name: 'production build', testMatch: 'support/build.setup.ts' },
    { name: 'mock build', testMatch: 'support/mockBuild.setup.ts' },
    // Journeys on the mock build.
    {
      name: 'e2e',
      testMatch: 'e2e/*.spec.ts',
      testIgnore: [...deployed, 'e2e/restored.spec.ts', 'e2e/webkitHydration.spec.ts'],
      dependencies: ['mock build'],
      use: { host: 'mock build' },
    },
    // The production build under its policy.
    {
      name: 'build',
      testMatch: ['build/*.spec.ts'],
      dependencies: ['production build'],
      use: { host: 'build' },
    },
    // The same behind nginx.
    {
      name: 'deploy',
      testMatch: ['deploy/*.spec.ts', ...deployed, 'e2e/restored.spec.ts'],
      // The headless shell keeps no page for Back.
      testIgnore: chromiumOptions.executablePath.includes('headless') ? 'e2e/restored.spec.ts' : [],
      dependencies: ['production build'],
      use: { host: 'nginx' },
    },
    // What every engine runs, on the deployed store, in stock Firefox over WebDriver BiDi.
    {
      name: 'firefox',
      grepInvert: /@chromium|@not-firefox/,
      testMatch: ['e2e/journeys.spec.ts', ...deployed, 'e2e/restored.spec.ts'],
      dependencies: ['production build'],
      use: {
        host: 'nginx',
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: fileURLToPath(new URL('tests/support/firefoxOverBidi.ts', import.meta.url)),
          // Else every test has a process of its own to start, a fifth of what it takes.
          firefoxUserPrefs: { 'fission.autostart': false },
        },
      },
    },
    // The same in Safari's engine: Debian's over WebDriver, else the one that Playwright has downloaded.
    {
      name: 'webkit',
      grepInvert: /@chromium/,
      testMatch: [
        'e2e/journeys.spec.ts',
        ...deployed,

        ...(needs.webkit.isThere() ? ['e2e/webkitHydration.spec.ts'] : []),
      ],
      dependencies: ['production build'],
      use: {
        host: 'nginx',
        // A fixture in an option's place, as test.use() takes one too.
        ...(needs.webkit.isThere()
          ? { shopper: shopperInWebKit as never }
          : { browserName: 'webkit', launchOptions: {} }),
      },
    },
  ],
});
