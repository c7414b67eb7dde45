import type { Plugin } from 'vite';
import { renderApiDocs } from '../../contract/docs.ts';

/** Serves the API documentation at /api-docs. It is rendered on each visit, so it is never out of date. */
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
