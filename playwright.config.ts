import { defineConfig } from '@playwright/test';
import { findChromium } from './build/chromium.ts';

const port = Number(process.env.E2E_PORT ?? 4173);

/** Browser journeys against the mock build, in real Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Ceilings for a busy machine, not waits.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
  webServer: {
    command: `npm run build:mock && npx vite preview --mode mock --outDir dist-mock --port ${port} --strictPort`,
    port,
  },
});
