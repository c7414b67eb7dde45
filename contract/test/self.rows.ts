import { expect, test } from 'vitest';
import { journeys } from '../journeys/all.ts';
import { validRequest } from '../journeys/refusals.ts';
import { findRequestError, nameOf } from '../judge/exchange.ts';
import { operations } from '../judge/files.ts';
import type { Shop, Shopper } from '../judge/shop.ts';
import { fillPath, type Operation, readContract } from '../openapi/readContract.ts';
import { findingJourneys } from './broken/all.ts';
import { makeShop } from './fault.ts';
import { GoodBackend, type IncomingCall } from './goodBackend.ts';
import { check } from './kit.ts';
import { serve } from './serve.ts';

test('Every journey finds a broken server', () => {
  const untested = journeys.filter(({ id }) => !findingJourneys.has(id)).map(({ id }) => id);
  expect(untested, 'each needs a broken server in contract/test/broken/').toEqual([]);
});

test('Every endpoint of openapi.yaml succeeds in a journey, with each of its parameters', async () => {
  const shop = makeShop({});
  const made: IncomingCall[] = [];
  shop.onReply(({ status }, call) => {
    if (status < 300) made.push(call);
  });
  await check(serve(shop).api);
  const missing = operations.flatMap((operation) => {
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
