import { defineConfig } from 'vitest/config';
import { ceiling } from './support/pace.ts';

/** The tests that mutants are held against: those of the pure modules, without the pages' slower ones. */
export default defineConfig({
  test: {
    restoreMocks: true,
    testTimeout: ceiling(30, 300),
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: 'tests/support/setup.ts',
    env: { VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
