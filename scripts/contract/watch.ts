import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Operation, readContract } from '../../mocks/contract';

/**
 * A server that passes /api on to the backend at `api` and calls `tell` with a line for each answer that does
 * not fit the contract. Neither a token nor a body that may have one is in the line.
 */
export function makeWatcher(api: string, contract: string, tell: (line: string) => void): Server {
  const operations = readContract(contract);
  return createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const path = url.replace(/^\/api(?=[/?]|$)/, '');
    const call = `${method} ${path}`;
    try {
      const response = await fetch(api + path, {
        method,
        headers: readHeaders(incoming),
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: await readBody(incoming) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
      });
      const body = Buffer.from(await response.arrayBuffer());
      const misfit = findMisfit(operations, method, path, response, body.toString());
      if (misfit) tell(`✗ ${call} → ${response.status}: ${misfit}`);
      outgoing.writeHead(response.status, dropHeaders(response.headers, [...hopByHop, 'content-encoding']));
      outgoing.end(body);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      tell(`✗ ${call}: no answer from ${api} (${cause?.code ?? message})`);
      outgoing.writeHead(502).end();
    }
  });
}

function findMisfit(operations: Operation[], method: string, path: string, response: Response, text: string) {
  const operation = operations.find((it) => it.method === method && it.path === path.split('?')[0]);
  if (!operation) return 'openapi.yaml has no such call.';
  const { status, headers } = response;
  const misfit = operation.checkAnswer(status, headers.get('content-type'), readJson(text));
  return operation.path.startsWith('/auth/') ? misfit?.replace(/, but is .*/s, '') : misfit;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Headers that belong to one connection and are not passed on. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'expect'];

const readHeaders = (incoming: IncomingMessage) =>
  dropHeaders(new Headers(incoming.headers as Record<string, string>), hopByHop);

const dropHeaders = (headers: Headers, names: string[]) =>
  Object.fromEntries([...headers].filter(([name]) => !names.includes(name)));

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}
