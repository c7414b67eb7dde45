import type { Plugin } from 'vite';
import { renderApiDocs } from '../contract/docs.ts';

/** Serves the contract's documentation at /api-docs, rendered anew at each visit so that it is never old. */
export function apiDocs(): Plugin {
  return {
    name: 'api-docs',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/api-docs', (_request, response, next) => {
        renderApiDocs().then((html) => {
          response.setHeader('Content-Type', 'text/html');
          response.end(html);
        }, next);
      });
    },
  };
}
