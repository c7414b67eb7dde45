import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { makeScratch } from '../../tests/support/scratch';

test('the development server watches a store in a folder named dist, but not its builds', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'store-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { root, dist } = makeScratch(join(folder, 'dist/store'));
  mkdirSync(dist);
  const { watcher, close } = await createServer({ root, mode: 'mock', logLevel: 'silent' });
  onTestFinished(close);
  const readWatched = () => Object.keys(watcher.getWatched());
  await expect.poll(readWatched).toContain(join(root, 'src/store'));
  expect(readWatched()).not.toContain(dist);
});
