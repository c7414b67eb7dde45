import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findScreen } from './routes';

/** Links and navigations have literal paths, so that a reader sees where they lead. */
const LITERAL_PATH = /(?:\bto=|\bto: |navigate\()["'](\/[^"'?]*)/g;

test('every link and navigation in the source leads to a screen', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const paths = files
    .filter((file) => /(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(LITERAL_PATH)])
    .map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => findScreen(path).path === '*')).toEqual([]);
});
