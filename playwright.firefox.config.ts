import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import deploy from './playwright.deploy.config.ts';

/** The shopping journey and every screen of the deployed store, in stock Firefox over WebDriver BiDi. */
export default defineConfig({
  ...deploy,
  globalSetup: ['./tests/support/nginx.ts', './tests/support/firefox.ts'],
  testMatch: ['e2e/journeys.spec.ts', 'deploy/failures.spec.ts'],
  outputDir: 'test-results/firefox',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-firefox.json' }]],
  use: {
    ...deploy.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: {
      executablePath: fileURLToPath(new URL('tests/support/firefoxOverBidi.ts', import.meta.url)),
    },
  },
});
