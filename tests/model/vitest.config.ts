import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { plantFault } from './plantPlugin.ts';

/** Random walks: React must find the counting setImmediate, and nothing else may load it before. */
export default defineConfig({
  plugins: [react(), plantFault()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    name: 'walks',
    restoreMocks: true,
    environment: 'happy-dom',
    include: ['*.test.tsx'],
    setupFiles: './macrotasks.ts',
    env: { VITE_API_BASE: 'http://localhost:3000/api' },
  },
});
