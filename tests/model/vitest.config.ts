import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { plantFault } from './planted.ts';

/** Random walks: React must find the counting setImmediate, and nothing else may load it before. */
export default defineConfig({
  plugins: [plantFault(), react()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    name: 'walks',
    restoreMocks: true,
    // A ceiling that only a hang reaches.
    testTimeout: 3_600_000,
    environment: 'happy-dom',
    include: ['*.test.{ts,tsx}'],
    // Most of what a step makes is gone at the next one; with little room for what is new, it is copied twice before.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    setupFiles: './macrotasks.ts',
    // React as it ships: twice as fast, and the walks are many.
    env: { NODE_ENV: 'production', VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
