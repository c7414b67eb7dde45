import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import type { Options } from './tests/support/fixtures.ts';
import { timeoutFor } from './tests/support/pace.ts';
import { programs } from './tests/support/programs.ts';
import type { Shopper } from './tests/support/shopper.ts';
import { shopperInWebKit } from './tests/support/webkit.ts';
import { chromiumOptions } from './tools/lib/chromium.ts';

// A developer's .env.local may name another API.
process.env.VITE_API_BASE = '/api';

const results = `test-results/${process.env.REPORT ?? 'browsers'}`;

/** What runs in every engine. */
const journeys = ['e2e/journeys.spec.ts', 'e2e/states.spec.ts', 'e2e/scrollPosition.spec.ts'];

/** Each worker serves the store itself, on a free port: see `host` in tests/support/fixtures.ts. */
export default defineConfig<{ shopper: Shopper }, Options>({
  testDir: 'tests',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: timeoutFor(120, 300),
  expect: { timeout: timeoutFor(5, 60) },
  outputDir: results,
  // In a red `npm test`, a list of green tests would hide the cause.
  reporter: [[process.env.REPORT ? 'dot' : 'list'], ['json', { outputFile: `${results}.json` }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
    // Animations cost processor time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: timeoutFor(5, 60),
    navigationTimeout: timeoutFor(10, 60),
  },
  projects: [
    { name: 'production build', testMatch: 'support/build.setup.ts' },
    { name: 'mock build', testMatch: 'support/mockBuild.setup.ts' },
    {
      name: 'chromium',
      testMatch: 'e2e/*.spec.ts',
      // everyState.spec.ts visits these states, and more.
      testIgnore: ['e2e/restored.spec.ts', 'e2e/states.spec.ts'],
      dependencies: ['production build'],
    },
    {
      name: 'firefox',
      testMatch: [...journeys, 'e2e/restored.spec.ts', 'build/beforeHydration.spec.ts'],
      // The acts that depend on the engine: a link, Back, typing, and one click.
      grepInvert: [/beforeHydration\S* (?!a link|typing, then Back|Add to Cart)/, /while React/, /360 px/],
      dependencies: ['production build'],
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        // For a screenshot, Playwright adds a style that the policy blocks: an error that would hide the cause.
        screenshot: 'off',
        launchOptions: {
          executablePath: fileURLToPath(new URL('tests/support/firefoxOverBidi.ts', import.meta.url)),
          firefoxUserPrefs: {
            // Otherwise Firefox starts a process for each test, which takes a fifth of the time.
            'fission.autostart': false,
            // Firefox does not know Playwright's `reducedMotion`.
            'ui.prefersReducedMotion': 1,
          },
        },
      },
    },
    {
      name: 'webkit',
      testMatch: journeys,
      grepInvert: /360 px/,
      dependencies: ['production build'],
      // Debian's WebKitGTK over WebDriver, or else Playwright's WebKit.
      use: programs.webkit.isInstalled()
        ? { shopper: shopperInWebKit as never, host: 'recorded build' }
        : { browserName: 'webkit', launchOptions: {} },
    },
    { name: 'build', testMatch: 'build/*.spec.ts', dependencies: ['production build'] },
    {
      name: 'deploy',
      testMatch: 'deploy/*.spec.ts',
      dependencies: ['production build'],
      use: { host: 'nginx' },
    },
    {
      name: 'mock',
      testMatch: 'mock/*.spec.ts',
      dependencies: ['mock build'],
      use: { host: 'mock build' },
    },
  ],
});
