import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { readContract } from '../contract/openapi/readContract';
import type { Item } from '../src/store/api.generated';
import { type CallReport, makeBackend, memoryStorage } from './backend';
import { catalogue } from './catalogue';
import { makeControlApi } from './controlApi';
import { parseState, type StateStorage } from './db';
import { demoAccount } from './demoAccount';
import { makeHttpHandler } from './httpHandler';
import { listen } from './listen';
import { type ScenarioSetting, scenarios } from './scenarios';

const HELP = `Starts the mock backend, which implements openapi.yaml, over HTTP.

  PORT=4000 HOST=127.0.0.1 npm run mock -- [options]   (these are the defaults)

  --data FILE      store users, tokens and carts in FILE (default: in memory)
  --items FILE     sell the items in FILE, a JSON list (default: the built-in catalogue)
  --scenario NAME  start with this scenario; NAME:OPERATION limits it to one operation
  --help           show this help

Scenarios: ${Object.keys(scenarios).join(', ')}.
While it runs, /mock controls it: see docs/mock.md. If it cannot start, the exit code is 2.`;

const options = {
  data: { type: 'string' },
  items: { type: 'string' },
  scenario: { type: 'string', default: 'normal' },
  help: { type: 'boolean' },
} as const;

/** Starts the HTTP server. Rejects with a message for the user if an option is invalid or the port is in use. */
export async function startServer(args: string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArgs({ args, options });
  if (values.help) {
    console.log(HELP);
    return;
  }
  // An empty variable counts as not set.
  const host = env.HOST || '127.0.0.1';
  const contract = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
  const storage = values.data === undefined ? memoryStorage() : fileStorage(values.data);
  const backend = makeBackend({
    contract,
    storage,
    items: values.items === undefined ? catalogue : readItems(values.items, contract),
    onCall: logCall,
  });
  backend.use(values.scenario as ScenarioSetting);

  const control = makeControlApi(backend, storage);
  const handle = makeHttpHandler((request) =>
    /^\/mock(\/|$)/.test(new URL(request.url).pathname) ? control(request) : backend.handle(request),
  );
  const port = await listen((port) => serve({ fetch: handle, port, hostname: host }), env.PORT || '4000');
  const urlHost = host.includes(':') ? `[${host}]` : host;
  console.log(`The mock backend is running at http://${urlHost}:${port}/api`);
  console.log(`Log in as ${demoAccount.email} / ${demoAccount.password}`);
  // Stopping the server is not an error: exit with 0.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

function logCall({ call, status, ms, violation }: CallReport) {
  console.log(`${call} → ${status || 'network error'}, ${ms} ms${violation ? ` ✗ ${violation}` : ''}`);
}

/** Without a byte order mark, which JSON.parse refuses: Windows programs write one. */
const readText = (path: string) => new TextDecoder().decode(readFileSync(path));

function readItems(path: string, contract: string): Item[] {
  const operation = readContract(contract).find(({ id }) => id === 'getItems');
  let items: Item[];
  try {
    items = JSON.parse(readText(path));
  } catch (error) {
    throw new Error(`${path}: the items cannot be read. ${(error as Error).message}`);
  }
  const violation = operation?.checkResponse(200, items);
  if (violation) throw new Error(`${path}: the items do not match openapi.yaml. getItems: ${violation}`);
  return items;
}

/** Stores the state in a file. Throws if the file contains anything else, so that it is not overwritten. */
function fileStorage(path: string): StateStorage {
  const load = () => (existsSync(path) ? readText(path) : null);
  try {
    const state = load();
    if (state !== null) parseState(state);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message.replace(/\.?$/, '.')} Choose another file.`);
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new Error(`${path}: the folder does not exist or is not writable.`);
  }
  return {
    load,
    save(newState) {
      // The rename is atomic: a crash while writing does not damage the state.
      writeFileSync(`${path}.new`, newState);
      renameSync(`${path}.new`, path);
    },
  };
}
