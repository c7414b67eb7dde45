import { proxy } from 'hono/proxy';
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
    const headers = new Headers(request.headers);
    headers.delete('host');
    try {
      const response = await proxy(api + path + search, { raw: request, headers, redirect: 'manual' });
      // A browser asks so whether it may call from another origin; the contract has no word on it.
      if (method === 'OPTIONS') return response;
      const misfit = operation
        ? await findMisfit(operation, response.clone())
        : 'openapi.yaml has no such call.';
      if (misfit) tell(`✗ ${method} ${path}${search} → ${response.status}: ${misfit}`);
      return response;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      tell(`✗ ${method} ${path}${search}: no answer from ${api} (${cause?.code ?? message})`);
      return new Response(null, { status: 502 });
    }
  };
}

async function findMisfit(operation: Operation, response: Response) {
  const json = await response.json().catch(() => undefined);
  const misfit = operation.checkAnswer(response.status, response.headers.get('content-type'), json);
  return operation.path.startsWith('/auth/') ? misfit?.replace(/, but is .*/s, '') : misfit;
}
