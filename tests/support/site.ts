import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startBackend } from './backend';

export type Site = Awaited<ReturnType<typeof startSite>>;

/** The built store online on a free loopback port, as docs/operations.md says, with the mock as its backend. */
export async function startSite(dist = 'dist') {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  // nginx's workers are another user when its master is root.
  chmodSync(directory, 0o755);
  const backend = await startBackend();
  const port = await freePort();

  copyFileSync('deploy/nginx/nginx.conf', join(directory, 'nginx.conf'));
  const serverConf = readFileSync('deploy/nginx/server.conf', 'utf8')
    .replace('127.0.0.1:4000', `127.0.0.1:${backend.port}`)
    // A browser holds a connection in stock, and a worker that leaves would wait a minute for its first request.
    .replace('listen 8080;', `listen 127.0.0.1:${port}; client_header_timeout 5s;`)
    .replace('/var/log/nginx/store.log', join(directory, 'access.log'))
    .replace('/srv/store', directory);
  writeFileSync(join(directory, 'server.conf'), serverConf);

  const nginx = (...args: string[]) =>
    execFileSync('nginx', ['-p', directory, '-c', 'nginx.conf', ...args], {
      stdio: ['ignore', 'ignore', openSync(join(directory, 'error.log'), 'a')],
    });
  /** Makes a release the next one; without `built`, one that is there already. */
  const release = (name: string, built = '') =>
    execFileSync('sh', ['deploy/nginx/release.sh', directory, name, built]);

  release('first', dist);
  nginx();
  return {
    url: `http://127.0.0.1:${port}`,
    backend,
    release,
    /** Resolves when no connection to the old release is left. */
    async reload() {
      const master = readFileSync(join(directory, 'nginx.pid'), 'utf8').trim();
      const workers = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
      nginx('-s', 'reload');
      while (workers.some((pid) => existsSync(`/proc/${pid}`))) await setTimeout(5);
    },
    log: () => readFileSync(join(directory, 'access.log'), 'utf8'),
    async stop() {
      nginx('-s', 'stop');
      // nginx deletes it as its last act.
      while (existsSync(join(directory, 'nginx.pid'))) await setTimeout(5);
      await backend.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
