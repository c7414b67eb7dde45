import { execFileSync, execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from './backend';
import { LIMIT, until, within } from './bounds';
import { freePort } from './servers';

export type NginxSite = Awaited<ReturnType<typeof startNginx>>;

/** A build behind nginx on a free port, set up as in docs/operations.md, with the mock as its backend. */
export async function startNginx(dist = 'dist') {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  // If the master runs as root, the workers are another user.
  chmodSync(directory, 0o755);
  const backend = await startBackend();
  const port = await freePort();

  copyFileSync('deploy/nginx/nginx.conf', join(directory, 'nginx.conf'));
  const serverConf = readFileSync('deploy/nginx/server.conf', 'utf8')
    .replace('127.0.0.1:4000', `127.0.0.1:${backend.port}`)
    // Browsers keep spare connections open, and a worker would wait a minute for the first request.
    .replace('listen 8080;', `listen 127.0.0.1:${port}; client_header_timeout 5s;`)
    .replace('/var/log/nginx/store.log', join(directory, 'access.log'))
    .replace('/srv/store', directory);
  writeFileSync(join(directory, 'server.conf'), serverConf);

  const nginx = (...args: string[]) =>
    execFileSync('nginx', ['-p', directory, '-c', 'nginx.conf', ...args], {
      stdio: ['ignore', 'ignore', openSync(join(directory, 'error.log'), 'a')],
      timeout: LIMIT,
    });
  /** Switches to a release: a new one from `built`, or an earlier one. */
  const release = (name: string, built = '') =>
    execFileSync('sh', ['deploy/nginx/release.sh', directory, name, built], { timeout: LIMIT });

  release('first', dist);
  nginx();
  return {
    url: `http://127.0.0.1:${port}`,
    backend,
    release,
    /** Resolves when the last worker of the old release has ended. */
    async reload() {
      const master = readFileSync(join(directory, 'nginx.pid'), 'utf8').trim();
      const workers = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ');
      nginx('-s', 'reload');
      await until('The old workers of nginx have ended', () =>
        workers.every((pid) => !existsSync(`/proc/${pid}`)),
      );
    },
    log: () => readFileSync(join(directory, 'access.log'), 'utf8'),
    async stop() {
      nginx('-s', 'stop');
      // nginx deletes this file last.
      await until('nginx has stopped', () => !existsSync(join(directory, 'nginx.pid')));
      await backend.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const [, buildStage = '', serveStage = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
const readCommands = (stage: string, instruction: string) =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, command = '']) => command);

/** The commands of the Dockerfile. */
export const buildCommands = readCommands(buildStage, 'RUN');
export const [installCommand, ...prepareCommands] = readCommands(serveStage, 'RUN');

/** A build served by the commands of the Dockerfile, without root, on a free port. */
export async function startImage(dist: string, backend: { port: number }) {
  const directory = mkdtempSync(join(tmpdir(), 'image-'));
  const port = String(await freePort());
  const localize = (text = '') => text.replaceAll('/srv/store', directory).replaceAll('8080', port);
  const run = (command = '') =>
    execSync(localize(command), { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'], timeout: LIMIT });

  cpSync('deploy/nginx', directory, { recursive: true });
  for (const suffix of ['', '-deploy'])
    cpSync(dist + suffix, join(directory, `dist${suffix}`), { recursive: true });
  const serverConf = join(directory, 'server.conf');
  writeFileSync(serverConf, localize(readFileSync(serverConf, 'utf8')));
  // Only root can change owners. User 33 is Debian's www-data.
  const isRoot = process.getuid?.() === 0;
  for (const command of prepareCommands) run(isRoot ? command : command.replace(/ && chown .*/, ''));

  const nginx = spawn('sh', ['-c', localize(readCommands(serveStage, 'CMD')[0])], {
    cwd: directory,
    env: { ...process.env, BACKEND: `127.0.0.1:${backend.port}` },
    stdio: 'ignore',
    ...(isRoot && { uid: 33, gid: 33 }),
  });
  const exited = once(nginx, 'exit');
  return {
    url: `http://127.0.0.1:${port}`,
    checkHealth: async () => run(readCommands(serveStage, 'HEALTHCHECK CMD')[0]),
    async stop() {
      nginx.kill();
      await within('The nginx of the image has stopped', exited);
      rmSync(directory, { recursive: true });
    },
  };
}
