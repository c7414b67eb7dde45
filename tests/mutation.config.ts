import { defineConfig } from 'vitest/config';
import { happyDom } from './support/happyDom.ts';
import { timeoutFor } from './support/pace.ts';

/** The tests that Stryker runs: the unit tests, and the page tests. */
export default defineConfig({
  test: {
    restoreMocks: true,
    testTimeout: timeoutFor(30, 300),
    ...happyDom,
    include: ['src/**/*.test.ts', 'src/features/*/*.test.tsx', 'src/app/App.test.tsx'],
    setupFiles: 'tests/support/setup.ts',
    env: { VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
