import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { makeBackend } from '../../mocks/backend';
import { makeHttpHandler } from '../../mocks/httpHandler';
import type { ScenarioSetting } from '../../mocks/scenarios';
import { within } from './bounds';
import { type Delay, holdResponse } from './hold';

const contract = readFileSync('openapi.yaml', 'utf8');

export type TestBackend = ReturnType<typeof makeTestBackend>;

/** The mock backend, with what tests set and count. */
export function makeTestBackend() {
  let mock = makeBackend({ contract });
  let calls: { call: string; forwardedOrigin: string; authorization: string | null }[] = [];
  return {
    handle(request: Request) {
      const { host, pathname, search } = new URL(request.url);
      const authorization = request.headers.get('authorization');
      const forwardedOrigin = `${request.headers.get('x-forwarded-proto')}://${host}`;
      calls.push({ call: `${request.method} ${pathname}${search}`, forwardedOrigin, authorization });
      return mock.handle(request);
    },
    /** The calls so far, such as `GET /api/items?category=Books`. */
    calls: () => calls,
    use: (scenario: ScenarioSetting) => mock.use(scenario),
    /** Holds the next response at a path, or at any path. */
    hold: (path?: string, delay?: Delay) => holdResponse(mock, path, delay),
    /** Deletes every account, cart and call. */
    reset() {
      mock = makeBackend({ contract });
      calls = [];
    },
  };
}

/** The same over HTTP, on a free port. */
export async function startBackend() {
  const backend = makeTestBackend();
  const server = createAdaptorServer({ fetch: makeHttpHandler(backend.handle) });
  let connections = 0;
  server.on('connection', () => connections++);
  const start = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await start(0);
  const { port } = server.address() as AddressInfo;
  return {
    ...backend,
    port,
    connections: () => connections,
    start: () => start(port),
    stop: () => closeServer(server),
  };
}

export async function closeServer(server: ServerType) {
  const closed = once(server, 'close');
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await within('The server has closed', closed);
}
