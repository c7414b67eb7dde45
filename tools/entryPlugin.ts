import type { Plugin } from 'vite';
import { find, parse, serialize, write } from './html.ts';

/** Lets the page start with another module than the store's own, which that one then imports. */
export const entry = (path: string): Plugin => ({
  name: 'entry',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const document = parse(html);
      write(find(document, 'script', { src: '/src/app/main.tsx' }), 'src', path);
      return serialize(document);
    },
  },
});
