import { defineConfig } from 'vitest/config';
import { happyDom } from '../support/happyDom.ts';
import { plantFault } from './plantedFaults.ts';

/** The walks use React's production build, which is twice as fast. */
export default defineConfig({
  plugins: [plantFault()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    name: 'walks',
    ...happyDom,
    include: ['*.test.ts'],
    isolate: false,
    testTimeout: 3_600_000,
    env: { NODE_ENV: 'production', VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
