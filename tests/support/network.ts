import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { makeBackend } from '../../mocks/backend';
import { holdResponse as hold } from './hold';

export const contract = readFileSync('openapi.yaml', 'utf8');

/** A call that reached the network. */
type SentCall = {
  /** Such as `GET /items?category=Books`. */
  call: string;
  authorization: string | null;
  body: string;
};

/** The backend of the running test; a new one for each test. */
export const network = { backend: makeBackend({ contract }), calls: [] as SentCall[] };

export const server = setupServer(
  http.all('*/api/*', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const call = `${request.method} ${pathname.replace('/api', '')}${search}`;
    network.calls.push({
      call,
      authorization: request.headers.get('authorization'),
      body: await request.clone().text(),
    });
    return network.backend.handle(request);
  }),
  http.all('*', ({ request }) => {
    console.error(`The page requested ${request.method} ${request.url}, which is not below the API's path.`);
    return Response.error();
  }),
);

/** The running test's requests without a response. */
const inFlight = new Map<string, Request>();
let hasEnded = false;
server.events.on('request:start', ({ requestId, request }) => inFlight.set(requestId, request));
server.events.on('request:end', ({ requestId }) => hasEnded || inFlight.delete(requestId));

/** Ends a test. Returns the requests that were in flight and that `cleanUp` did not abort. */
export async function endNetwork(cleanUp: () => void) {
  hasEnded = true;
  cleanUp();
  // A request starts a few microtasks after its action.
  await nextTurn();
  return [...inFlight.values()]
    .filter(({ signal }) => !signal.aborted)
    .map(({ method, url }) => `${method} ${url}`);
}

export function resetNetwork() {
  network.backend = makeBackend({ contract });
  network.calls = [];
  inFlight.clear();
  hasEnded = false;
}

/** The calls that reached the network, such as `GET /items?category=Books`. */
export const find = (call: string) => network.calls.filter((sent) => sent.call === call);
export const count = (call: string) => find(call).length;

/** The calls to a path, whatever their parameters, such as `GET /items?category=Books` for `/items`. */
export const callsTo = (path: string) =>
  network.calls.map(({ call }) => call).filter((call) => call.split(/[ ?]/)[1] === path);

/** Holds the next response at a path, or at any path. The returned function sends it, or `response` instead, and waits until it has arrived. */
export function holdResponse(path?: string) {
  const { release } = hold(network.backend, path);
  return async (response?: Response) => {
    release(response);
    // Responses arrive in order: after this response, the held one has arrived, too.
    await fetch('http://localhost:3000/api/no-such-call');
  };
}
