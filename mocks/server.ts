import { accessSync, constants, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { serve } from '@hono/node-server';
import { describeFlags, readArguments } from '../contract/cli/arguments';
import { readContract } from '../contract/readContract';
import type { Item } from '../src/store/api.generated';
import { type CallReport, makeBackend, memory } from './backend';
import { catalogue } from './catalogue';
import { readState, type Storage } from './db';
import { demoAccount } from './demoAccount';
import { overHttp } from './overHttp';
import { type Situation, scenarios } from './scenarios';
import { makeSteering } from './steering';

const flags = {
  data: { type: 'string', takes: 'FILE', help: 'keeps users, tokens and carts in FILE' },
  items: {
    type: 'string',
    takes: 'FILE',
    help: 'sells what is in FILE, a JSON list of items, in place of its own',
  },
  scenario: {
    type: 'string',
    takes: 'NAME',
    help: `${Object.keys(scenarios).join(', ')};\n${' '.repeat(37)}of one operation alone as in server-error:addToCart`,
  },
  help: { type: 'boolean', help: 'says this' },
} as const;

const HELP = `The mock backend over HTTP: a backend that answers by openapi.yaml, with an account and sixty items.

  PORT=4000 HOST=127.0.0.1 npm run mock -- [flags]
${describeFlags(flags)}

While it runs, /mock steers it: docs/mock.md has the calls. It ends with 2 where an argument cannot be taken.`;

try {
  start();
} catch (error) {
  fail(error as Error);
}

function start() {
  const { values } = readArguments(process.argv.slice(2), flags);
  if (values.help) return console.log(HELP);
  const { data, items: itemsFile, scenario = 'normal' } = values;
  const { HOST: hostname = '127.0.0.1', PORT = '4000' } = process.env;
  const port = Number(PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is "${PORT}"; use a number from 0 to 65535.`);

  const contract = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
  const items = itemsFile === undefined ? catalogue : readItems(itemsFile, contract);
  const storage = data === undefined ? memory() : fileStorage(data);
  const calls: CallReport[] = [];
  const backend = makeBackend({
    contract,
    storage,
    items,
    onCall(report) {
      const { call, status, ms, misfit } = report;
      console.log(`${call} → ${status || 'broken off'}, ${ms} ms${misfit ? ` ✗ ${misfit}` : ''}`);
      calls.unshift(report);
      calls.length = Math.min(calls.length, 10);
    },
  });
  const steer = makeSteering({ backend, storage, calls });
  backend.use(scenario as Situation);

  const handle = (request: Request) =>
    /^\/mock(\/|$)/.test(new URL(request.url).pathname) ? steer(request) : backend.handle(request);
  const server = serve({ fetch: overHttp(handle), port, hostname }, ({ port }) => {
    console.log(`The mock backend listens on http://${hostname}:${port}/api`);
    console.log(`Log in as ${demoAccount.email} / ${demoAccount.password}`);
  });
  server.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Set PORT to another one.`) : error),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

/** A catalogue of one's own: a JSON file with what GET /items is to answer. Throws where it does not fit the contract. */
function readItems(path: string, contract: string): Item[] {
  const getItems = readContract(contract).find(({ id }) => id === 'getItems');
  let items: Item[];
  try {
    items = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: no items can be read there (${(error as Error).message}).`);
  }
  const misfit = getItems?.checkAnswer(200, 'application/json', items);
  if (misfit) throw new Error(`${path}: the items do not fit openapi.yaml. ${misfit}`);
  const ids = items.map(({ _id }) => _id);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (twice !== undefined) throw new Error(`${path}: two items have the _id "${twice}".`);
  return items;
}

/** Keeps the state in a file. Throws where the file holds something else, and then leaves it alone. */
function fileStorage(path: string): Storage {
  if (existsSync(path)) {
    try {
      readState(readFileSync(path, 'utf8'));
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message} Delete it or name another file.`);
    }
  }
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch {
    throw new Error(
      `${path}: its folder is not there or cannot be written to. Make it or name another file.`,
    );
  }
  return {
    load: () => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    save(state) {
      // Renamed into place, so that a kill in the middle of the writing leaves the state before.
      writeFileSync(`${path}.new`, state);
      renameSync(`${path}.new`, path);
    },
  };
}

function fail({ message }: Error): never {
  console.error(message);
  process.exit(2);
}
