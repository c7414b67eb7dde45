import { execSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/deployFixtures';
import { buildCommands, installCommand, startNginx, stopSignal } from '../support/nginx';
import { programs } from '../support/programs';
import { rawRequest } from '../support/rawRequest';

test('the Dockerfile has the commands of docs/operations.md and the packages of the tests', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  expect(buildCommands).toEqual(['npm ci --include=dev', 'npm run build']);
  for (const command of buildCommands) expect(docs).toContain(`\n${command}\n`);
  expect(installCommand).toContain(`--no-install-recommends ${programs.nginx.packages}`);
});

test('what git ignores in the source directory does not get into the image, such as the settings of a developer in .env.local', () => {
  const readLines = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
  expect(readLines('.gitignore')).toContain('*.local');
  expect(readLines('.dockerignore')).toEqual([...readLines('.gitignore'), '.git']);
});

test('the container is healthy while it serves', async () => {
  const container = await startNginx();
  container.checkHealth();
  await container.stop();
  expect(container.checkHealth).toThrow(/curl/);
});

test('a container that is stopped first sends the response in flight', async () => {
  const container = await startNginx();
  const { held, release } = container.backend.hold('/items');
  const response = rawRequest(container.url, 'GET /api/items');
  await held;
  const stopped = container.stop(stopSignal);
  release();
  expect((await response).status).toBe(200);
  await stopped;
});

test('nginx, which is another user, can read a release that a hardened root has added', () => {
  const directory = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    execSync(`umask 077; sh deploy/nginx/release.sh ${directory} first dist`);
    const READ_AND_OPEN = 0o005;
    for (const path of ['releases', 'releases/first', 'assets'])
      expect(statSync(join(directory, path)).mode & READ_AND_OPEN, path).toBe(READ_AND_OPEN);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a release that was interrupted cannot be selected', () => {
  const directory = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    // The disk is full, or the connection breaks, before everything is in place.
    for (const step of ['mv', 'chmod']) {
      const release = `sh deploy/nginx/release.sh ${directory} ${step}`;
      writeFileSync(join(directory, step), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      expect(() => execSync(`PATH=${directory}:$PATH ${release} dist`)).toThrow();
      expect(() => execSync(release)).toThrow(/there is no release/);
      rmSync(join(directory, step));
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
