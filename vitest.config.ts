import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { timeoutFor } from './tests/support/pace.ts';

/** Unit and page tests, and the random walks. */
export default defineConfig({
  plugins: [react()],
  test: {
    restoreMocks: true,
    testTimeout: timeoutFor(30, 300),
    expect: { poll: { timeout: timeoutFor(8, 60) } },
    // The line in the test, not in what it is made with.
    onStackTrace: (_error, { file }) => !/node_modules|support\/setup/.test(file),
    hideSkippedTests: true,
    // Tests read the contract, which no module imports.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/openapi.yaml'],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/unit.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          environment: 'happy-dom',
          include: ['{src,mocks,tools,contract}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.node.test.ts'],
          setupFiles: 'tests/support/setup.ts',
          // Each test has a page, a store and a backend of its own; modules and the document's frame are shared.
          isolate: false,
          env: { VITE_API_BASE: 'http://localhost:3000/api' },
        },
      },
      'tests/walks/vitest.config.ts',
      // Programs and files: without a page around them and with the real network on loopback.
      { extends: true, test: { name: 'node', include: ['{mocks,tools,contract,tests}/**/*.node.test.ts'] } },
    ],
  },
});
