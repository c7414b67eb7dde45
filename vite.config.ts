import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { ceiling } from './tests/support/pace.ts';
import { apiDocs } from './tools/apiDocsPlugin.ts';
import { deployFiles } from './tools/deployFiles.ts';
import { entry } from './tools/entryPlugin.ts';
import { mockMode } from './tools/mockModePlugin.ts';
import { prerender } from './tools/prerenderPlugin.ts';

const { VITE_API_BASE } = process.env;
// Paths are put behind it: a slash at its end would be one too many.
if (VITE_API_BASE) process.env.VITE_API_BASE = VITE_API_BASE.replace(/\/$/, '');

/** Modes: `mock` runs on the mock backend, `api` passes /api on to API_TARGET, `production` is the store alone. */
export default defineConfig(({ mode, command }) => ({
  plugins: [react(), apiDocs(), ...pluginsOf(mode, command)],
  // MSW's worker, the only public file, must not reach a production build.
  publicDir: mode === 'mock' ? 'mocks/public' : false,
  server: mode === 'api' && command === 'serve' ? { proxy: { '/api': readApiTarget() } } : {},
  // Other pages that lie about, such as reports, are not the store's.
  optimizeDeps: { entries: ['index.html', 'mocks/main.ts'] },
  build: {
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    // The browsers that the store runs in know modulepreload by themselves.
    modulePreload: { polyfill: false },
    // Chromium compiles all of it beside the main thread then, instead of on it and function by function: 20 of 120 ms.
    rolldownOptions:
      mode === 'mock'
        ? {}
        : {
            treeshake: { propertyReadSideEffects: false },
            output: { postBanner: '//# allFunctionsCalledOnLoad' },
          },
  },
  test: {
    restoreMocks: true,
    // A build has no use for them, and measuring takes half a second.
    ...(process.env.VITEST && {
      testTimeout: ceiling(30, 300),
      expect: { poll: { timeout: ceiling(8, 60) } },
    }),
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
          include: ['{src,mocks,tools,contract,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.node.test.ts', 'tests/model/**'],
          setupFiles: 'tests/support/setup.ts',
          // Each test has a page, a store and a backend of its own; modules and the document's frame are shared.
          isolate: false,
          env: { VITE_API_BASE: 'http://localhost:3000/api' },
        },
      },
      'tests/model/vitest.config.ts',
      // Programs and files: without a page around them and with the real network on loopback.
      { extends: true, test: { name: 'node', include: ['{mocks,tools,contract,tests}/**/*.node.test.ts'] } },
    ],
  },
}));

function pluginsOf(mode: string, command: 'build' | 'serve') {
  if (mode === 'mock') return [entry('/mocks/main.ts'), mockMode()];
  if (mode === 'api' && command === 'serve') return [entry('/mocks/leave.ts')];
  return [prerender(), deployFiles()];
}

function readApiTarget(): string {
  const target = process.env.API_TARGET;
  // The calls bring their own /api.
  if (target && /^https?:/.test(target) && URL.canParse(target)) return target.replace(/\/api\/?$/, '');
  console.error('Set API_TARGET to the backend, as in: API_TARGET=http://localhost:4000 npm run dev:api');
  process.exit(1);
}
