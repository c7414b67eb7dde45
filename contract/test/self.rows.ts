import { expect, test } from 'vitest';
import { estimate } from '../cli/progress.ts';
import { journeys } from '../journeys/all.ts';
import { validRequest } from '../journeys/refusals.ts';
import { findRequestError, nameOf } from '../judge/exchange.ts';
import { readOperations } from '../judge/files.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { fillPath, type Operation, readContract } from '../openapi/readContract.ts';
import { findingJourneys } from './broken/all.ts';
import { makeShop } from './fault.ts';
import { GoodBackend, type IncomingCall } from './goodBackend.ts';
import { check } from './kit.ts';
import { serve } from './serve.ts';

/** The calls of a run against the correct backend that succeed. */
async function recordSuccesses() {
  const shop = makeShop({});
  const made: IncomingCall[] = [];
  let count = 0;
  shop.onReply(({ status }, call) => {
    count++;
    if (status < 300) made.push(call);
  });
  const { api, close } = serve(shop);
  await check(api).finally(close);
  return { made, count };
}

test('Every journey finds a broken server', () => {
  const untested = journeys.filter(({ id }) => !findingJourneys.has(id)).map(({ id }) => id);
  expect(untested, 'each needs a broken server in contract/test/broken/').toEqual([]);
});

test('Every endpoint of openapi.yaml succeeds in a journey, with each of its parameters', async () => {
  const { made } = await recordSuccesses();
  const missing = readOperations().flatMap((operation) => {
    const calls = made.filter(({ route }) => route === nameOf(operation));
    if (!calls.length) return `${nameOf(operation)} in a journey`;
    const isSent = (name: string) => calls.some(({ query }) => name in query);
    const unsent = operation.parameters.filter(
      (parameter) => parameter.in === 'query' && !isSent(parameter.name),
    );
    return unsent.map(({ name }) => `${nameOf(operation)} with ${name} in a journey`);
  });
  expect(missing, 'contract/journeys/ and contract/test/goodBackend.ts need').toEqual([]);
});

test('The size of a run that is announced is about right', async () => {
  const { made, count } = await recordSuccesses();
  const users = made.filter(({ route }) => route === 'POST /auth/signup').length;
  const { calls: most, users: mostUsers } = estimate(journeys.length);
  // Catalogues with more items, and faults, need more calls.
  expect(most / count).toBeGreaterThan(1.2);
  expect(most / count).toBeLessThan(2.5);
  expect(mostUsers / users).toBeGreaterThan(1);
  expect(mostUsers / users).toBeLessThan(1.3);
});

test('A path with a parameter: the kit sends an id, and the shop knows the call', () => {
  const yaml = `openapi: 3.1.0
info: { version: 1.0.0 }
paths: { '/items/{id}': { get: { operationId: getItem, parameters: [{ name: id, in: path, required: true }] } } }`;
  const shop = new GoodBackend();
  shop.operations = readContract(yaml);
  const [getItem] = shop.operations as [Operation];
  const sent = validRequest(getItem, { item: { _id: 'p 1' } } as Shop, {} as Shopper);
  expect(findRequestError(getItem, sent)).toBeUndefined();
  expect(fillPath(getItem.path, sent.path)).toBe('/items/p%201');
  expect(shop.findRoute('GET', '/items/p1')).toMatchObject({ route: 'GET /items/{id}', path: { id: 'p1' } });
  expect(shop.findRoute('GET', '/lists/p1')).toMatchObject({ route: 'GET /lists/p1', path: {} });
});
