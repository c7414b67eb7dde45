import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWatcher } from '../watch.ts';
import { faults } from './faults.ts';
import { type Backend, makeGoodBackend } from './goodBackend.ts';
import { overHttp, serve } from './serve.ts';

/** A test of the contract check itself; `run` resolves to what is wrong, or to undefined. */
export type Test = { name: string; run(): Promise<string | undefined> | string | undefined };

type Ended = { code: number; out: string; err: string };

const TSX = 'node_modules/tsx/dist/cli.mjs';

/** Runs the command as an API team does. */
const runContract = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    execFile(process.execPath, [TSX, 'contract/cli.ts', 'check', ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** The command ends with 2 and one line that says `says`. */
const refusing = (
  name: string,
  says: string,
  findAddress: () => Promise<{ api: string; close(): void }>,
): Test => ({
  name: `${name}: one line, exit 2`,
  async run() {
    const { api, close } = await findAddress();
    const { code, out, err } = await runContract(api);
    close();
    const fits = code === 2 && out === '' && err.trim().split('\n').length === 1 && err.includes(says);
    return fits ? undefined : `exit ${code}\n${out}${err}`;
  },
});

const nothing = () => {};

/** Remembers every token and password that went through a backend. */
function eavesdrop(good: Backend): { backend: Backend; secrets: string[] } {
  const secrets: string[] = [];
  const backend: Backend = (call) => {
    const reply = good(call);
    const { password } = (call.body ?? {}) as { password?: unknown };
    const { token } = (reply.body ?? {}) as { token?: unknown };
    for (const secret of [password, token]) if (typeof secret === 'string' && secret) secrets.push(secret);
    return reply;
  };
  return { backend, secrets };
}

export const cliTests: Test[] = [
  {
    name: 'The mock over HTTP: passes',
    async run() {
      const mock = spawn(process.execPath, [TSX, 'mocks/server.ts'], { env: { ...process.env, PORT: '0' } });
      const [firstLine] = await once(mock.stdout, 'data');
      const { code, out, err } = await runContract(/http\S+/.exec(String(firstLine))?.[0] ?? '');
      mock.kill();
      return code ? `exit ${code}\n${out}${err}` : undefined;
    },
  },
  refusing('No server', 'No server answers', async () => {
    const { api, close } = await serve(() => new Response());
    close();
    return { api, close: nothing };
  }),
  refusing('An HTML page in place of the API', 'an HTML page, not the API', () =>
    serve(() => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
  ),
  refusing('An address without /api', 'The API is at', async () => {
    const { api, close } = await serve(overHttp(makeGoodBackend().backend));
    return { api: new URL(api).origin, close };
  }),
  refusing('A wrong address', 'is no address of an API', async () => ({
    api: 'localhost:3000/api',
    close: nothing,
  })),
  refusing('A backend without items', 'at least two items', () =>
    serve(overHttp(() => ({ status: 200, body: [] }))),
  ),
  {
    name: 'A run leaves test users with empty carts and nothing else',
    async run() {
      const { backend, accounts } = makeGoodBackend();
      const { api, close } = await serve(overHttp(backend));
      const { code, out } = await runContract(api);
      close();
      const others = [...accounts.values()].filter(
        ({ name, email, cart }) =>
          !name.startsWith('Contract Test') || !/^contract-test-/i.test(email) || cart.size,
      );
      return code || !accounts.size || others.length
        ? `exit ${code}\n${out}${JSON.stringify(others)}`
        : undefined;
    },
  },
  {
    name: 'A failed run ends with 1; its reports name the call and hide tokens and passwords',
    async run() {
      const { backend, secrets } = eavesdrop(makeGoodBackend().backend);
      const spoil = faults.find(({ name }) => name === 'The token has a line break in it')?.spoil;
      const { api, close } = await serve(overHttp(spoil?.(backend) ?? backend));
      const directory = mkdtempSync(join(tmpdir(), 'contract-report-'));
      const { code, out } = await runContract(api, '--report', directory);
      close();
      const files = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
      rmSync(directory, { recursive: true });
      const reports = [out, ...files];
      if (code !== 1 || reports.length !== 3) return `exit ${code}, ${reports.length} reports\n${out}`;
      if (!reports.every((it) => it.includes('POST /auth/signup') && it.includes('curl -i')))
        return `No call:\n${out}`;
      return secrets.filter((secret) => reports.some((it) => it.includes(secret))).join('\n') || undefined;
    },
  },
  {
    name: 'The watcher passes answers on and tells which do not fit',
    async run() {
      const spoil = faults.find(({ name }) => name === 'Prices are text')?.spoil;
      const { backend } = makeGoodBackend();
      const watched = await serve(overHttp(spoil?.(backend) ?? backend));
      const lines: string[] = [];
      const contract = readFileSync('openapi.yaml', 'utf8');
      const { api, close } = await serve(makeWatcher(watched.api, contract, (line) => lines.push(line)));
      const items = await fetch(`${api}/items?category=Print`);
      const signup = await fetch(`${api}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Contract Test',
          email: 'contract-test@example.com',
          password: 'secret',
        }),
      });
      const { token } = (await signup.json()) as { token?: string };
      const text = await items.text();
      close();
      watched.close();
      const told = lines.join('\n');
      const fits =
        text.includes('"price":"0"') &&
        token &&
        lines.length === 1 &&
        told.includes('/0/price must be number');
      return fits ? undefined : `${items.status} ${signup.status} ${text}\n${told}`;
    },
  },
];
