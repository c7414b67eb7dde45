import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { deployFiles } from './tools/deployFiles.ts';
import { entry } from './tools/entryPlugin.ts';
import { mockMode } from './tools/mockModePlugin.ts';
import { prerender } from './tools/prerenderPlugin.ts';
import { sizes } from './tools/sizesPlugin.ts';

const { VITE_API_BASE } = process.env;
// Paths are put behind it: a slash at its end would be one too many.
if (VITE_API_BASE) process.env.VITE_API_BASE = VITE_API_BASE.replace(/\/$/, '');

/** Modes: `mock` runs on the mock backend, `api` passes the API's path on to API_TARGET, `production` is the store alone. */
export default defineConfig(({ mode, command }) => ({
  plugins: [react(), ...pluginsOf(mode, command)],
  // MSW's worker, the only public file, must not reach a production build.
  publicDir: mode === 'mock' ? 'mocks/public' : false,
  server: mode === 'api' && command === 'serve' ? { proxy: passOn(mode, readApiTarget()) } : {},
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
}));

function pluginsOf(mode: string, command: 'build' | 'serve') {
  if (mode === 'mock') return [entry('/mocks/main.ts'), mockMode()];
  if (mode === 'api' && command === 'serve') return [entry('/mocks/leave.ts')];
  return [prerender(), deployFiles(), sizes()];
}

/** As docs/operations.md has it for a deployed store: whatever the path here, the backend's is /api. */
function passOn(mode: string, target: string) {
  const { VITE_API_BASE: base = '' } = loadEnv(mode, '.');
  // The store itself calls an API elsewhere.
  if (URL.canParse(base)) return {};
  return { [base]: { target, changeOrigin: true, rewrite: (path: string) => path.replace(base, '/api') } };
}

function readApiTarget(): string {
  const target = process.env.API_TARGET;
  // The calls bring their own /api.
  if (target && /^https?:/.test(target) && URL.canParse(target)) return target.replace(/\/api\/?$/, '');
  console.error('Set API_TARGET to the backend, as in: API_TARGET=http://localhost:4000 npm run dev:api');
  process.exit(1);
}
