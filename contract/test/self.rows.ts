import { expect, test } from 'vitest';
import { estimate } from '../cli/progress.ts';
import { journeys } from '../journeys/all.ts';
import { nameOf } from '../judge/exchange.ts';
import { readOperations } from '../judge/files.ts';
import { findingJourneys } from './broken/all.ts';
import { GoodBackend, type IncomingCall } from './goodBackend.ts';
import { check } from './kit.ts';
import { serve } from './serve.ts';

/** The calls of a run against the correct backend that succeed. */
async function recordSuccesses() {
  const shop = new GoodBackend();
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
