import { defineConfig } from 'vitest/config';
import { timeoutFor } from './support/pace.ts';

/** The tests that mutants are held against: those of the modules themselves, and of the two features whose slices make calls. */
export default defineConfig({
  test: {
    restoreMocks: true,
    testTimeout: timeoutFor(30, 300),
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'src/features/{auth,cart}/*.test.tsx'],
    setupFiles: 'tests/support/setup.ts',
    env: { VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
