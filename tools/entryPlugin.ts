import type { Plugin } from 'vite';

/** Lets the page start with another module than the store's own, which that one then imports. */
export const entry = (path: string): Plugin => ({
  name: 'entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/app/main.tsx', path) },
});
