import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { readApiBase, readApiTarget } from './tools/vite/apiBase.ts';
import { deployFiles } from './tools/vite/deployFiles.ts';
import { mockMode } from './tools/vite/mockMode.ts';
import { prerender } from './tools/vite/prerender.ts';
import { themeColor } from './tools/vite/themeColor.ts';

/** Mode `mock`: the store on the mock backend. Mode `api`: the development server, with the API proxied to API_TARGET. Any other build is a production build. */
export default defineConfig(({ mode, command }) => {
  // In a shell with another NODE_ENV, the bundle and the scripts of tools/vite/bundle.ts would contain React's development version.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    plugins: [react(), themeColor(), ...pluginsFor(mode, command)],
    define: { 'import.meta.env.VITE_API_BASE': JSON.stringify(readApiBase(mode)) },
    publicDir: false,
    server: {
      // Otherwise the development server reloads the page whenever `npm run build` writes dist.
      watch: { ignored: (path) => /^dist\b/.test(relative(import.meta.dirname, path)) },
      // Transforms the modules before the first page needs them.
      warmup: { clientFiles: ['src/app/main.tsx', ...(mode === 'mock' ? ['mocks/startInBrowser.ts'] : [])] },
      ...(mode === 'api' && command === 'serve' && { proxy: proxyFor(mode) }),
    },
    // Otherwise Vite scans every HTML file for dependencies, including reports.
    optimizeDeps: { entries: ['index.html', 'mocks/main.ts'] },
    build: {
      outDir: mode === 'mock' ? 'dist-mock' : 'dist',
      // Do not lower CSS: Vite would rewrite light-dark() and other newer CSS.
      cssTarget: 'esnext',
      // All supported browsers have modulepreload.
      modulePreload: { polyfill: false },
      rolldownOptions: mode === 'mock' ? {} : productionOptions,
    },
  };
});

const productionOptions = {
  // Prerendering takes most of the time, which is no reason for a warning.
  checks: { pluginTimings: false },
  treeshake: { propertyReadSideEffects: false },
  output: {
    // Makes Chromium compile the whole script off the main thread, which saved 20 of its 120 ms when measured.
    postBanner: '//# allFunctionsCalledOnLoad',
    // Lets the browser paint first: a cached bundle arrives before the first paint, and would delay it. early/inline.ts allows for it.
    intro: 'await new Promise((resolve) => setTimeout(resolve));',
  },
} as const;

function pluginsFor(mode: string, command: 'build' | 'serve') {
  if (mode === 'mock') return [entry('/mocks/main.ts'), mockMode()];
  if (mode === 'api' && command === 'serve') return [entry('/mocks/unregisterWorker.ts')];
  return [prerender(), deployFiles()];
}

/** Replaces the entry module in index.html. The replacement imports main.tsx. */
const entry = (path: string): Plugin => ({
  name: 'entry',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html
        .replace('/src/app/main.tsx', path)
        // Otherwise the page is white while Vite bundles the dependencies for the first time. React replaces it.
        .replace('<!--app-html-->', 'Starting the store…'),
  },
});

/** Rewrites the configured API path to the backend's /api. */
function proxyFor(mode: string) {
  const base = readApiBase(mode);
  // The store calls an API of another origin directly.
  if (URL.canParse(base)) return {};
  const target = readApiTarget();
  if (!target) {
    // Not an exception: Vite would add a stack trace.
    console.error(
      'Set API_TARGET to the backend: API_TARGET=http://localhost:4000 npm run dev -- --mode api',
    );
    process.exit(1);
  }
  return {
    [base]: {
      target,
      changeOrigin: true,
      // Many backends refuse a POST whose Origin differs from Host.
      headers: { origin: new URL(target).origin },
      // A redirect by the backend, for example to the address with a slash, must not lead to another origin.
      autoRewrite: true,
      protocolRewrite: 'http',
      rewrite: (path: string) => path.replace(base, '/api'),
    },
  };
}
