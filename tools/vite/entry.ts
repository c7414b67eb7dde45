import type { Plugin } from 'vite';

/** Starts the page with another module, which later imports the store's own. */
export const entry = (path: string): Plugin => ({
  name: 'entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/app/main.tsx', path) },
});
