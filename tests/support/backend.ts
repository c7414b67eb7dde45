import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { makeBackend } from '../../mocks/backend';
import { makeHttpHandler } from '../../mocks/httpHandler';
import type { ScenarioSetting } from '../../mocks/scenarios';
import { type Delay, delayAnswer } from './hold';

const contract = readFileSync('openapi.yaml', 'utf8');

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** The mock over HTTP, in the process of the tests, which change its situation and look at its calls. */
export async function startBackend() {
  let mock = makeBackend({ contract });
  let calls: { call: string; authorization: string | null }[] = [];

  const fetch = makeHttpHandler((request) => {
    const { pathname, search } = new URL(request.url);
    const authorization = request.headers.get('authorization');
    calls.push({ call: `${request.method} ${pathname}${search}`, authorization });
    return mock.handle(request);
  });
  const server = createAdaptorServer({ fetch });
  const start = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await start(0);
  const { port } = server.address() as AddressInfo;

  return {
    port,
    calls: () => calls,
    use: (scenario: ScenarioSetting) => mock.use(scenario),
    /** Delays the next answer at a path. */
    delay: (path: string, delay: Delay) => delayAnswer(mock, path, delay),
    /** Forgets every account, cart and call. */
    reset() {
      mock = makeBackend({ contract });
      calls = [];
    },
    start: () => start(port),
    async stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
