import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeBackend } from '../../mocks/backend';
import type { Situation } from '../../mocks/scenarios';

const contract = readFileSync('openapi.yaml', 'utf8');

/** The mock over HTTP, inside the test's process, so that a test can change its situation. */
export async function startBackend() {
  let mock = makeBackend({ contract });
  let calls: { call: string; authorization: string | undefined }[] = [];

  const server = createServer(async (incoming, outgoing) => {
    calls.push({ call: `${incoming.method} ${incoming.url}`, authorization: incoming.headers.authorization });
    // For a store at another origin.
    outgoing.setHeaders(
      new Map([
        ['access-control-allow-origin', '*'],
        ['access-control-allow-headers', 'authorization, content-type'],
      ]),
    );
    if (incoming.method === 'OPTIONS') return outgoing.writeHead(204).end();
    const answer = await mock.handle(await toRequest(incoming));
    // What `fetch` knows as a network error: the connection ends without an answer.
    if (answer.type === 'error') return outgoing.destroy();
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await listen(server, 0);
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
    start: () => listen(server, port),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: new Headers(
      Object.entries(incoming.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
    ),
    ...(chunks.length && { body: Buffer.concat(chunks) }),
  });
}
