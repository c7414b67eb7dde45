import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const port = Number(process.env.E2E_BUILD_PORT ?? 4180);

/** Tests of the production build, served over HTTP under a strict Content-Security-Policy. */
export default defineConfig({
  ...journeys,
  testDir: 'tests/build',
  outputDir: 'test-results/build',
  // Pictures that a test compares are made by the same test.
  snapshotPathTemplate: 'test-results/pictures/{testFileName}/{testName}/{arg}{ext}',
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: 'test-results/build.json' }]],
  use: { ...journeys.use, baseURL: `http://localhost:${port}` },
  webServer: { command: `PORT=${port} npx tsx tests/build/start.ts`, port: port + 2 },
});
