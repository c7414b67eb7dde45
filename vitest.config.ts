import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { responseProblem } from './tests/support/calls.ts';
import { happyDom } from './tests/support/happyDom.ts';
import { timeoutFor } from './tests/support/pace.ts';

// In a shell with NODE_ENV=production, React has no `act`, and Vite replaces Node's modules as it does for browsers.
process.env.NODE_ENV = 'test';

/** Unit and page tests, and the random walks. */
export default defineConfig({
  plugins: [react()],
  test: {
    restoreMocks: true,
    testTimeout: timeoutFor(30, 300),
    expect: { poll: { timeout: timeoutFor(4, 60) } },
    // A failure shows the line of the test.
    onStackTrace: (_error, { file }) => !/node_modules|support\/setup/.test(file),
    hideSkippedTests: true,
    // Walks plan invalid responses, which the store reports. A project has no such option.
    onConsoleLog: (text) => !responseProblem.test(text),
    // Tests read the contract, but no module imports it.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/openapi.yaml'],
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/unit.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          ...happyDom,
          include: ['{src,mocks,tools,contract}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.node.test.ts'],
          setupFiles: 'tests/support/setup.ts',
          // Faster. Each test has its own page, store and backend.
          isolate: false,
          env: { VITE_API_BASE: 'http://localhost:3000/api' },
        },
      },
      'tests/walks/vitest.config.ts',
      // Without a DOM and with the real network.
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{mocks,tools,contract,tests}/**/*.node.test.ts'],
          isolate: false,
        },
      },
    ],
  },
});
