import { expect, test } from 'vitest';
import { journeys } from '../journeys/all.ts';
import { findingJourneys } from './broken/all.ts';
import { findMissing } from './missing.ts';

test('Every journey finds a broken server', () => {
  expect(journeys.map(({ id }) => id).filter((id) => !findingJourneys.has(id))).toEqual([]);
});

test('An endpoint that is only in openapi.yaml: the four things that are missing', () => {
  const operation = { method: 'PUT', path: '/lists/{id}', isSecured: true, hasBody: true };
  const call = { route: 'PUT /lists/7', token: 'token', body: {}, status: 200 };
  const made = [call, { ...call, token: undefined, status: 401 }, { ...call, body: undefined, status: 400 }];
  expect(findMissing(operation, [], [])).toHaveLength(5);
  expect(findMissing(operation, made.slice(0, 2), ['PUT /lists/{id}'])).toEqual([
    'PUT /lists/{id} is in openapi.yaml, and still needs:',
    '  contract/journeys/: refusals without a token or a JSON body',
  ]);
  expect(findMissing(operation, made, ['PUT /lists/{id}'])).toEqual([]);
});
