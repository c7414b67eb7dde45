import type { Operation as ContractOperation } from '../openapi/readContract.ts';
import { GoodBackend, type IncomingCall } from './goodBackend.ts';
import { check } from './kit.ts';
import { serve } from './serve.ts';

/** A call that the kit made. */
export type Made = Pick<IncomingCall, 'route' | 'query' | 'token' | 'body'> & { status: number };
type Operation = Pick<ContractOperation, 'method' | 'path' | 'parameters'>;

/** What the kit and its self-test lack for an endpoint of openapi.yaml. */
export function findMissing(operation: Operation, made: Made[]) {
  const { method, path, parameters } = operation;
  const route = `${method} ${path}`;
  const calls = made.filter((call) => call.route === route);
  const needs: [isThere: boolean, words: string][] = [
    [
      calls.some(({ status }) => status < 300),
      'contract/journeys/: a journey in which it succeeds, and its response in contract/test/goodBackend.ts if it has a body',
    ],
    ...parameters.map(({ name }): [boolean, string] => [
      path.includes(`{${name}}`) || calls.some(({ query }) => name in query),
      `contract/journeys/: a journey that sends ${name}`,
    ]),
  ];
  const lacks = needs.flatMap(([isThere, words]) => (isThere ? [] : `  ${words}`));
  return lacks.length ? [`${route} is in openapi.yaml, and still needs:`, ...lacks] : [];
}

/** The calls of a whole run against the correct backend. */
export async function recordCalls(): Promise<Made[]> {
  const shop = new GoodBackend();
  const made: Made[] = [];
  shop.onReply(({ status }, call) => void made.push({ ...call, status }));
  const { api, close } = await serve(shop);
  await check(api).finally(close);
  return made;
}
