import { describe, expect, test } from 'vitest';
import { journeys } from '../journeys/all.ts';
import { findingJourneys } from './broken/all.ts';
import { findMissing } from './missing.ts';

describe('The self-test itself', () => {
  test('Every journey finds a broken server', () => {
    const ids = journeys.map(({ id }) => id).filter((id) => !id.endsWith(' across origins'));
    expect(ids.filter((id) => !findingJourneys.has(id))).toEqual([]);
  });

  test('An endpoint that is only in openapi.yaml: the four things that are missing', () => {
    const security = '[{ bearerAuth: [] }]';
    const contract = `paths: { "/lists/{id}": { put: { security: ${security}, requestBody: {}, operationId: putList } } }`;
    expect(findMissing(contract, [], [])).toEqual([
      'PUT /lists/{id} is in openapi.yaml, and still needs:',
      '  contract/test/goodBackend.ts: a response to it.',
      '  contract/journeys/: a journey that makes the call.',
      '  contract/journeys/: a journey that makes it without a token, and without a JSON body.',
      '  contract/test/broken/: a broken server that the journey finds.',
    ]);
    const call = { route: 'PUT /lists/7', token: 'token', body: {}, status: 200 };
    const made = [
      call,
      { ...call, token: undefined, status: 401 },
      { ...call, body: undefined, status: 400 },
    ];
    expect(findMissing(contract, made, ['PUT /lists/{id}'])).toEqual([]);
    expect(findMissing(contract, made.slice(0, 2), ['PUT /lists/{id}'])).toHaveLength(2);
  });
});
