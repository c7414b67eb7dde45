import { readFileSync } from 'node:fs';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { findOperation, readContract } from '../../contract/readContract';
import { makeBackend } from '../../mocks/backend';
import type { OperationId } from '../../mocks/operations';

export const contract = readFileSync('openapi.yaml', 'utf8');

/** A call that reached the network. */
export type Call = {
  /** Such as `GET /items?category=Books`. */
  call: string;
  authorization: string | null;
  body: string;
};

/** The backend of the running test; a fresh one for each. */
export const network = { backend: makeBackend({ contract }), calls: [] as Call[] };

export const server = setupServer(
  http.all('*/api/*', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    network.calls.push({
      call: `${request.method} ${pathname.replace('/api', '')}${search}`,
      authorization: request.headers.get('authorization'),
      body: await request.clone().text(),
    });
    return network.backend.handle(request);
  }),
);

export function resetNetwork() {
  network.backend = makeBackend({ contract });
  network.calls = [];
}

/** The operation of a call such as `GET /items?category=Books`. */
export function operationOf(call = ''): OperationId | undefined {
  const [method = '', path = ''] = call.split(/[ ?]/);
  return findOperation(readContract<OperationId>(contract), method, path)?.id;
}

/** How often the call reached the network. */
export const count = (call: string) => network.calls.filter((it) => it.call === call).length;

/** Holds back the answer to the next call, or the next to that path, and only to it; the returned function gives it (else the backend's own), and waits until it must have arrived. */
export function holdAnswer(path = '') {
  const { handle } = network.backend;
  let answer = (_response?: Response) => {};
  const held = new Promise<Response | undefined>((resolve) => {
    answer = resolve;
  });
  network.backend.handle = async (request) => {
    if (!new URL(request.url).pathname.endsWith(path)) return handle(request);
    network.backend.handle = handle;
    return (await held) ?? handle(request);
  };
  return async (response?: Response) => {
    answer(response);
    // A round trip after it: the answer has had its time to arrive.
    await fetch('http://localhost:3000/api/auth/login');
  };
}
