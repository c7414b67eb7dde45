import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from '../tests/support/fakeBrowser';
import { contract, network } from '../tests/support/network';
import { makeBackend } from './backend';
import { catalogue } from './catalogue';
import { type OperationContext, type OperationId, operations } from './operations';
import { withProducts } from './withProducts';

const extendedContract = withProducts(contract);
const mug = catalogue[0] as (typeof catalogue)[number];
const itemWithOddId = { ...mug, _id: 'a/b?c d%é' };
const reviews: unknown[] = [];

/** Implements the operations that `withProducts` adds to the contract. */
const additionalOperations = {
  getProduct: (id: string, { db }: OperationContext) => db.items.find(({ _id }) => _id === id),
  writeReview: (review: unknown) => {
    reviews.push(review);
    return {};
  },
  getNewProducts: () => [],
};

beforeEach(() => {
  Object.assign(operations, additionalOperations);
});

afterEach(() => {
  for (const id of Object.keys(additionalOperations)) delete operations[id as OperationId];
  reviews.length = 0;
  vi.resetModules();
});

test('parameters in the path are matched, decoded, converted and validated', async () => {
  const backend = makeBackend({
    contract: extendedContract,
    items: [mug, itemWithOddId],
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await backend.handle(new Request(`http://localhost/api${path}`, init));
    return { status: response.status, body: await response.json() };
  };

  expect(await send('GET', `/products/${mug._id}`)).toEqual({ status: 200, body: mug });
  expect(await send('GET', `/products/${encodeURIComponent(itemWithOddId._id)}`)).toEqual({
    status: 200,
    body: itemWithOddId,
  });
  expect((await send('GET', '/products/x')).body.message).toContain(
    'getProduct: /id must NOT have fewer than 2 characters',
  );
  // A path without parameters comes first: "new" is not an id.
  expect((await send('GET', '/products/new')).body).toEqual([]);
  expect((await send('GET', '/items')).body).toHaveLength(2);
  for (const path of ['/products/', '/products/a/b', '/productsa/b'])
    expect((await send('GET', path)).body.message).toBe(`openapi.yaml has no GET ${path}.`);

  // The review's body reuses the schema RemoveFromCartRequest.
  await send('PUT', '/products/mug/reviews/2?draft=true', { itemId: 'x' });
  expect(reviews).toEqual([{ id: 'mug', nth: 2, draft: true, removeFromCartRequest: { itemId: 'x' } }]);
  const invalid = await send('PUT', '/products/mug/reviews/0?draft=perhaps', { itemId: 7 });
  expect(invalid.status).toBe(422);
  for (const field of ['/nth must be >= 1', '/draft must be boolean', '/itemId must be string'])
    expect(invalid.body.message).toContain(field);
});

test('the generated client encodes parameters in the path', async () => {
  // In the project folder, because Vite imports nothing outside it.
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync('test-results/client-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = `${folder}/src/store/api.generated.ts`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${folder}/openapi.yaml`, extendedContract);
  // In a process of its own: where `window` exists, the generator fetches its input instead of reading the file.
  const program = `import { writeClient } from './tools/scripts/writeClient.ts'; writeClient(${JSON.stringify(folder)})`;
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  const client = readFileSync(file, 'utf8');
  expect(client).toMatch(/GetProductApiArg =\s+\/\*\* The item's identifier. \*\/\s+string;/);
  writeFileSync(file, client.replace('"./api"', '"../../../../src/store/api"'));

  // Fresh modules, so that the additional endpoints do not leak into other tests.
  vi.resetModules();
  const { makeStore } = await import('../src/app/store');
  const { generatedApi } = await import(/* @vite-ignore */ `../${file}`);
  network.backend = makeBackend({ contract: extendedContract, items: [itemWithOddId] });
  const { dispatch } = makeStore(fakeBrowser());
  const { data } = await dispatch(generatedApi.endpoints.getProduct.initiate(itemWithOddId._id));
  expect(data).toEqual(itemWithOddId);
  const review = { id: itemWithOddId._id, nth: 3, draft: false, removeFromCartRequest: { itemId: 'x' } };
  const { error } = await dispatch(generatedApi.endpoints.writeReview.initiate(review));
  expect(error).toBeUndefined();
  expect(reviews).toEqual([review]);
  expect(network.calls.map(({ call }) => call)).toEqual([
    'GET /products/a%2Fb%3Fc%20d%25%C3%A9',
    'PUT /products/a%2Fb%3Fc%20d%25%C3%A9/reviews/3?draft=false',
  ]);
});
