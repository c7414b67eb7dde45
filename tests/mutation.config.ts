import { defineConfig } from 'vitest/config';

/** The tests that mutants are held against: those of the pure modules, without the pages' slower ones. */
export default defineConfig({
  test: {
    restoreMocks: true,
    // A ceiling that only a hang reaches.
    testTimeout: 300_000,
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: 'tests/support/setup.ts',
    env: { VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
