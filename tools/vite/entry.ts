import type { Plugin } from 'vite';

/** Replaces the entry module in index.html. The replacement imports main.tsx. */
export const entry = (path: string): Plugin => ({
  name: 'entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/app/main.tsx', path) },
});
