import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './site';

const [, buildStage = '', serveStage = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
const commands = (stage: string, instruction: string) =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, command = '']) => command);

export const buildCommands = commands(buildStage, 'RUN');
export const [install, ...prepare] = commands(serveStage, 'RUN');

/** A build as the image's commands serve it, without root, on a free port. */
export async function startImage(dist: string, backend: { port: number }) {
  const directory = mkdtempSync(join(tmpdir(), 'image-'));
  const port = String(await freePort());
  const here = (text = '') => text.replaceAll('/srv/store', directory).replaceAll('8080', port);
  const run = (command = '') =>
    execSync(here(command), { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });

  cpSync('deploy/nginx', directory, { recursive: true });
  cpSync(dist, join(directory, 'dist'), { recursive: true });
  const serverConf = join(directory, 'server.conf');
  writeFileSync(serverConf, here(readFileSync(serverConf, 'utf8')));
  // Only root can give files away; www-data is Debian's user 33.
  const isRoot = process.getuid?.() === 0;
  for (const command of prepare) run(isRoot ? command : command.replace(/ && chown .*/, ''));

  const nginx = spawn('sh', ['-c', here(commands(serveStage, 'CMD')[0])], {
    cwd: directory,
    env: { ...process.env, BACKEND: `127.0.0.1:${backend.port}` },
    stdio: 'ignore',
    ...(isRoot && { uid: 33, gid: 33 }),
  });
  const ended = once(nginx, 'exit');
  return {
    url: `http://127.0.0.1:${port}`,
    checkHealth: async () => run(commands(serveStage, 'HEALTHCHECK CMD')[0]),
    async stop() {
      nginx.kill();
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
