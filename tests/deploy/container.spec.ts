import { execSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../support/ask';
import { expect, test } from '../support/deployFixtures';
import { needs } from '../support/needs';
import { freePort } from '../support/site';

const [, buildStage = '', serveStage = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM /m);
const commands = (stage: string, instruction: string) =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, command = '']) => command);
const [install, ...prepare] = commands(serveStage, 'RUN');

test('the image is built by the commands of docs/operations.md, from the packages that the tests use', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  expect(commands(buildStage, 'RUN')).toEqual(['npm ci', 'npm run build']);
  for (const command of commands(buildStage, 'RUN')) expect(docs).toContain(`\n${command}\n`);
  expect(install).toContain(`--no-install-recommends ${needs.nginx.packages}`);
});

test("the image's commands serve the store without root and pass the health check", async ({
  otherBackend,
}) => {
  const directory = mkdtempSync(join(tmpdir(), 'image-'));
  const port = String(await freePort());
  const here = (text = '') => text.replaceAll('/srv/store', directory).replaceAll('8080', port);
  const run = (command = '') =>
    execSync(here(command), { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });

  cpSync('deploy/nginx', directory, { recursive: true });
  cpSync('dist', join(directory, 'dist'), { recursive: true });
  const serverConf = join(directory, 'server.conf');
  writeFileSync(serverConf, here(readFileSync(serverConf, 'utf8')));
  // Only root can give files away; www-data is Debian's user 33.
  const isRoot = process.getuid?.() === 0;
  for (const command of prepare) run(isRoot ? command : command.replace(/ && chown .*/, ''));

  const nginx = spawn('sh', ['-c', here(commands(serveStage, 'CMD')[0])], {
    cwd: directory,
    env: { ...process.env, BACKEND: `127.0.0.1:${otherBackend.port}` },
    stdio: 'ignore',
    ...(isRoot && { uid: 33, gid: 33 }),
  });
  const ended = new Promise((resolve) => nginx.once('exit', resolve));
  const checkHealth = async () => run(commands(serveStage, 'HEALTHCHECK CMD')[0]);
  try {
    await expect(checkHealth).toPass();
    expect((await ask(`http://127.0.0.1:${port}`, 'GET /api/items')).status).toBe(200);
  } finally {
    nginx.kill();
    await ended;
  }
  await expect(checkHealth()).rejects.toThrow();
  rmSync(directory, { recursive: true });
});
