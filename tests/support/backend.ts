import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { makeBackend } from '../../mocks/backend';
import type { Situation } from '../../mocks/scenarios';

const contract = readFileSync('openapi.yaml', 'utf8');

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/** The mock over HTTP, in the process of the tests, which change its situation and look at its calls. */
export async function startBackend() {
  let mock = makeBackend({ contract });
  let calls: { call: string; authorization: string | null }[] = [];

  async function fetch(request: Request, { incoming }: HttpBindings | Http2Bindings) {
    const call = `${request.method} ${incoming.url}`;
    calls.push({ call, authorization: request.headers.get('authorization') });
    const answer = request.method === 'OPTIONS' ? new Response() : await mock.handle(request);
    // What `fetch` knows as a network error: the connection ends without an answer.
    if (answer.type === 'error') {
      incoming.socket.destroy();
      return new Response();
    }
    // For a store at another origin.
    answer.headers.set('access-control-allow-origin', '*');
    answer.headers.set('access-control-allow-headers', 'authorization, content-type');
    return answer;
  }

  const server = createAdaptorServer({ fetch });
  const start = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await start(0);
  const { port } = server.address() as AddressInfo;

  return {
    port,
    calls: () => calls,
    use: (situation: Situation) => mock.use(situation),
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
