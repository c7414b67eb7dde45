import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { makeBackend } from '../../mocks/backend';
import { makeItems } from '../../mocks/catalogue';
import { serveSite } from '../../tools/scripts/serve';
import { type Delay, delayAnswer } from './hold';

const contract = readFileSync('openapi.yaml', 'utf8');

type BuildOptions = {
  /** The build, if not the project's own. */
  dist?: string;
  /** How many items its backend sells, if not the catalogue's. */
  items?: number | undefined;
  /** Whether the host answers every address with index.html. */
  onlyIndex?: boolean;
  /** What every script waits for, as if the line were slow. */
  scriptsAfter?: Promise<void>;
  /** For how many seconds browsers may keep the API's answers. */
  maxAge?: number;
};

/** The production build on a free port, with the mock as its backend. */
export async function startBuild({ items, maxAge = 0, ...options }: BuildOptions = {}) {
  const make = () => makeBackend({ contract, ...(items && { items: makeItems(items) }) });
  let mock = make();
  let calls: { call: string; authorization: string | null }[] = [];
  async function api(request: Request) {
    const { pathname, search } = new URL(request.url);
    calls.push({
      call: `${request.method} ${pathname}${search}`,
      authorization: request.headers.get('authorization'),
    });
    const answer = await mock.handle(request);
    if (maxAge) answer.headers.set('cache-control', `max-age=${maxAge}`);
    return answer;
  }
  return {
    ...(await serveBuild(api, options)),
    backend: {
      /** Forgets every account, cart and call. */
      reset() {
        mock = make();
        calls = [];
      },
      /** The calls that have reached it. */
      calls: () => calls,
      /** Delays the next answer at a path. */
      delay: (path: string, delay: Delay) => delayAnswer(mock, path, delay),
    },
  };
}

/** The production build on a free port, with a backend. */
export const serveBuild = (api: (request: Request) => Promise<Response>, options: BuildOptions = {}) =>
  whenListening(serveSite({ dist: 'dist', api, port: 0, ...options }));

/** The mock build on a free port of a host that only knows files. */
export function startMockBuild() {
  const files = new Hono()
    .use(serveStatic({ root: 'dist-mock' }))
    .notFound((context) => context.html(readFileSync('dist-mock/404.html', 'utf8'), 404));
  return whenListening(serve({ fetch: files.fetch, port: 0, hostname: '127.0.0.1' }));
}

export async function whenListening(server: ServerType) {
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
