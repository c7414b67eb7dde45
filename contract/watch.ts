import { findOperation, type Operation, readContract } from './readContract.ts';

/**
 * A fetch handler that passes /api on to the backend at `api` and calls `tell` with a line for each answer that
 * does not fit the contract. The line has neither a token nor a password in it.
 */
export function makeWatcher(api: string, contract: string, tell: (line: string) => void) {
  const operations = readContract(contract);

  return async (request: Request): Promise<Response> => {
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const path = pathname.replace(/^\/api(?=\/|$)/, '');
    const operation = findOperation(operations, method, path);
    try {
      const response = await fetch(api + path + search, {
        method,
        headers: without(request.headers, ['host', 'connection', 'content-length', 'transfer-encoding']),
        body: method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer(),
        redirect: 'manual',
      });
      const body = await response.arrayBuffer();
      // A browser asks so whether it may call from another origin; the contract has no word on it.
      const isPreflight = method === 'OPTIONS';
      const misfit = isPreflight
        ? undefined
        : operation
          ? await findMisfit(operation, response, body)
          : 'openapi.yaml has no such call.';
      if (misfit) tell(`✗ ${method} ${path}${search} → ${response.status}: ${misfit}`);
      // The body is unpacked by now.
      const headers = without(response.headers, ['content-encoding', 'content-length', 'transfer-encoding']);
      return new Response(body.byteLength ? body : null, { status: response.status, headers });
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      tell(`✗ ${method} ${path}${search}: no answer from ${api} (${cause?.code ?? message})`);
      return new Response(null, { status: 502 });
    }
  };
}

async function findMisfit(operation: Operation, { status, headers }: Response, body: ArrayBuffer) {
  const json = await new Response(body).json().catch(() => undefined);
  const misfit = operation.checkAnswer(status, headers.get('content-type'), json);
  return operation.path.startsWith('/auth/') ? misfit?.replace(/, but is .*/s, '') : misfit;
}

/** Without the headers that belong to one connection only. */
function without(headers: Headers, names: string[]): Headers {
  const rest = new Headers(headers);
  for (const name of names) rest.delete(name);
  return rest;
}
