import { execFileSync, execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from './backend';
import { LIMIT, until, within } from './bounds';
import { freePort } from './servers';

const [, buildStage = '', serveStage = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
const readCommands = (stage: string, instruction: string) =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, command = '']) => command);

/** The commands of the Dockerfile. */
export const buildCommands = readCommands(buildStage, 'RUN');
export const [installCommand, ...prepareCommands] = readCommands(serveStage, 'RUN');
const [healthCheck = ''] = readCommands(serveStage, 'HEALTHCHECK CMD');
const [start = ''] = readCommands(serveStage, 'CMD');
export const [stopSignal] = readCommands(serveStage, 'STOPSIGNAL') as NodeJS.Signals[];

export type NginxSite = Awaited<ReturnType<typeof startNginx>>;

/** A build behind nginx on a free port, with the mock as its backend. Runs the commands of the Dockerfile, without root. */
export async function startNginx(dist = 'dist') {
  const directory = mkdtempSync(join(tmpdir(), 'store-'));
  const backend = await startBackend();
  const port = await freePort();
  const localize = (text: string) =>
    text
      // Browsers keep spare connections open, and a worker would wait a minute for the first request.
      .replace('listen 8080;', `listen 127.0.0.1:${port}; client_header_timeout 5s;`)
      .replaceAll(':8080/', `:${port}/`)
      .replaceAll('/srv/store', directory);
  const run = (command: string, cwd = directory) =>
    execSync(localize(command), {
      cwd,
      // Docker passes on the proxy of its host.
      env: { ...process.env, http_proxy: 'http://127.0.0.1:9', no_proxy: '' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: LIMIT,
    });

  cpSync('deploy/nginx', directory, { recursive: true });
  for (const suffix of ['', '-deploy'])
    cpSync(dist + suffix, join(directory, `dist${suffix}`), { recursive: true });
  const serverConf = join(directory, 'server.conf');
  writeFileSync(serverConf, localize(readFileSync(serverConf, 'utf8')));
  const logFile = join(directory, 'nginx.log');
  const log = openSync(logFile, 'a');
  // Only root can change owners.
  const isRoot = process.getuid?.() === 0;
  for (const command of prepareCommands) run(isRoot ? command : command.replace(/ && chown .*/, ''));

  const nginx = spawn('sh', ['-c', localize(start)], {
    cwd: directory,
    env: { ...process.env, BACKEND: `127.0.0.1:${backend.port}` },
    stdio: ['ignore', log, log],
    // Any user of the group root, as OpenShift does. The user of the Dockerfile owns the files.
    ...(isRoot && { uid: 1_000_650_000, gid: 0 }),
  });
  const exited = once(nginx, 'exit');
  // Also if the test fails before it stops nginx.
  process.once('exit', () => nginx.kill());
  const url = `http://127.0.0.1:${port}`;
  await until('nginx has started', () => {
    if (nginx.exitCode !== null) throw new Error(`nginx has ended: ${readFileSync(logFile, 'utf8')}`);
    return fetch(url).catch(() => undefined);
  });
  return {
    url,
    backend,
    /** Throws if the container is not healthy. Also works after `stop`, which deletes the directory. */
    checkHealth: () => run(healthCheck, '.'),
    /** Switches to a release: a new one from `built`, or an earlier one. */
    release: (name: string, built = '') =>
      execFileSync('sh', ['deploy/nginx/release.sh', directory, name, built], { timeout: LIMIT }),
    /** Resolves when the last worker of the old release has ended. */
    async reload() {
      const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').trim().split(' ');
      nginx.kill('SIGHUP');
      await until('The old workers of nginx have ended', () =>
        workers.every((pid) => !existsSync(`/proc/${pid}`)),
      );
    },
    log: () => readFileSync(logFile, 'utf8'),
    async stop(signal?: NodeJS.Signals) {
      nginx.kill(signal);
      await within('nginx has stopped', exited);
      await backend.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
