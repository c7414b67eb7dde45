import { expect, test } from 'vitest';
import { estimate } from '../cli/progress.ts';
import { journeys } from '../journeys/all.ts';
import { readOperations } from '../judge/files.ts';
import { readContract } from '../openapi/readContract.ts';
import { findingJourneys } from './broken/all.ts';
import { GoodBackend } from './goodBackend.ts';
import { findMissing, recordCalls } from './missing.ts';

test('Every journey finds a broken server', () => {
  const untested = journeys.filter(({ id }) => !findingJourneys.has(id)).map(({ id }) => id);
  expect(untested, 'each needs a broken server in contract/test/broken/').toEqual([]);
});

test('The kit and its self-test know every endpoint of openapi.yaml', async () => {
  const made = await recordCalls();
  const missing = readOperations().flatMap((operation) => findMissing(operation, made));
  if (missing.length) throw new Error(missing.slice(0, 10).join('\n'));
});

test('The size of a run that is announced is about right', async () => {
  const made = await recordCalls();
  const users = made.filter(({ route, status }) => route === 'POST /auth/signup' && status < 300).length;
  const { calls: most, users: mostUsers } = estimate(journeys.length);
  // Catalogues with more items, and faults, need more calls.
  expect(most / made.length).toBeGreaterThan(1.2);
  expect(most / made.length).toBeLessThan(2.5);
  expect(mostUsers / users).toBeGreaterThan(1);
  expect(mostUsers / users).toBeLessThan(1.3);
});

test('A call of a path with a parameter has the name that openapi.yaml gives it', () => {
  const yaml = `openapi: 3.1.0
info: { version: 1.0.0 }
paths: { '/items/{id}': { get: { operationId: getItem, parameters: [{ name: id, in: path, required: true }] } } }`;
  const shop = new GoodBackend();
  shop.operations = readContract(yaml);
  expect(shop.findRoute('GET', '/items/p1').route).toBe('GET /items/{id}');
  expect(shop.findRoute('GET', '/lists/p1').route).toBe('GET /lists/p1');
});

test('A new endpoint in openapi.yaml: its missing parts are listed', () => {
  const operation = { method: 'PUT', path: '/lists/{id}', parameters: [{ name: 'q', in: 'query' }] };
  const call = { route: 'PUT /lists/{id}', query: {}, token: 'token', body: {}, status: 200 };
  expect(findMissing(operation, []).slice(1)).toHaveLength(2);
  expect(findMissing(operation, [call])).toEqual([
    'PUT /lists/{id} is in openapi.yaml, and still needs:',
    '  contract/journeys/: a journey that sends q',
  ]);
  expect(findMissing(operation, [{ ...call, query: { q: 'x' } }])).toEqual([]);
});
