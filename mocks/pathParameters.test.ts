import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from '../tests/support/fakeBrowser';
import { contract, network } from '../tests/support/network';
import { makeBackend } from './backend';
import { catalogue } from './catalogue';
import { type OperationId, operations } from './operations';
import { withWare } from './withWare';

const scratch = withWare(contract);
const mug = catalogue[0] as (typeof catalogue)[number];
const odd = { ...mug, _id: 'a/b?c d%é' };
const written: unknown[] = [];

/** The recipe's step in mocks/operations.ts, for operations that the store does not have. */
function addOperations() {
  const more = {
    getWare: (id: string, { db }: { db: { items: readonly { _id: string }[] } }) =>
      db.items.find(({ _id }) => _id === id),
    writeReview: (arg: unknown) => {
      written.push(arg);
      return {};
    },
    getNewWares: () => [],
  };
  Object.assign(operations, more);
  return () => {
    for (const id of Object.keys(more)) delete operations[id as OperationId];
  };
}

afterEach(() => {
  vi.resetModules();
  written.length = 0;
});

test('a call finds its operation by the template, and its parameters reach it decoded, typed and checked', async () => {
  const forget = addOperations();
  const reports: string[] = [];
  const backend = makeBackend({
    contract: scratch,
    items: [mug, odd],
    onCall: ({ id, call }) => reports.push(`${id}: ${call}`),
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await backend.handle(new Request(`http://localhost/api${path}`, init));
    return { status: response.status, body: await response.json() };
  };

  expect(await ask('GET', `/wares/${mug._id}`)).toEqual({ status: 200, body: mug });
  expect(await ask('GET', `/wares/${encodeURIComponent(odd._id)}`)).toEqual({ status: 200, body: odd });
  expect((await ask('GET', '/wares/x')).body.message).toContain(
    'getWare: /id must NOT have fewer than 2 characters',
  );
  expect((await ask('GET', '/wares/new')).body).toEqual([]);
  expect((await ask('GET', '/items')).body).toHaveLength(2);
  for (const path of ['/wares/', '/wares/a/b', '/waresa/b'])
    expect((await ask('GET', path)).body.message).toBe(`openapi.yaml has no GET ${path}.`);

  await ask('PUT', '/wares/mug/reviews/2?draft=true', { itemId: 'x' });
  expect(written).toEqual([{ id: 'mug', nth: 2, draft: true, removeFromCartRequest: { itemId: 'x' } }]);
  const refused = await ask('PUT', '/wares/mug/reviews/0?draft=perhaps', { itemId: 7 });
  expect(refused.status).toBe(422);
  for (const field of ['/nth must be >= 1', '/draft must be boolean', '/itemId must be string'])
    expect(refused.body.message).toContain(field);
  expect(reports).toContain(`getWare: GET /wares/${mug._id}`);
  forget();
});

test('the client that is generated for it asks for the item by its id, whatever signs that has', async () => {
  // Vite imports nothing from outside the project.
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(resolve('test-results/client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'src/store/api.generated.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(join(folder, 'openapi.yaml'), scratch);
  const program = `import { writeClient } from './tools/writeClient.ts'; writeClient(${JSON.stringify(folder)})`;
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
  const client = readFileSync(file, 'utf8');
  expect(client).toMatch(/GetWareApiArg =\s+\/\*\* The item's identifier. \*\/\s+string;/);
  writeFileSync(file, client.replace('"./api"', JSON.stringify(resolve('src/store/api.ts'))));

  // Modules of its own: the endpoint must not stay in the store of other tests.
  vi.resetModules();
  const { makeStore } = await import('../src/app/store');
  const { generatedApi } = await import(/* @vite-ignore */ file);
  const forget = addOperations();
  network.backend = makeBackend({ contract: scratch, items: [odd] });
  const { dispatch } = makeStore(fakeBrowser());
  const { data } = await dispatch(generatedApi.endpoints.getWare.initiate(odd._id));
  expect(data).toEqual(odd);
  const review = { id: odd._id, nth: 3, draft: false, removeFromCartRequest: { itemId: 'x' } };
  const { error } = await dispatch(generatedApi.endpoints.writeReview.initiate(review));
  expect(error).toBeUndefined();
  expect(written).toEqual([review]);
  expect(network.calls.map(({ call }) => call)).toEqual([
    'GET /wares/a%2Fb%3Fc%20d%25%C3%A9',
    'PUT /wares/a%2Fb%3Fc%20d%25%C3%A9/reviews/3?draft=false',
  ]);
  forget();
});
