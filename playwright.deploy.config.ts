import { defineConfig } from '@playwright/test';
import { findChromium } from './build/chromium.ts';

/** The built store behind nginx, in Chromium. */
export default defineConfig<object, { isDeployed: boolean }>({
  globalSetup: ['./tests/support/nginx.ts'],
  testDir: 'tests',
  testMatch: ['e2e/journeys.spec.ts', 'deploy/*.spec.ts'],
  outputDir: 'test-results/deploy',
  // Some of them build the store anew.
  timeout: 60_000,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e-deploy.json' }]],
  use: {
    isDeployed: true,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
});
