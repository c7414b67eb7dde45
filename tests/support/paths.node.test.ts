import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** A file name, or a path from the root. Names such as `items.html` are of the build. */
const NAME =
  /^[\w./-]+\.(css|md|sh|svg|ts|tsx)$|^(src|mocks|contract|tools|tests|bench|docs|deploy)\/[\w./-]+$/;
/** The example of add-a-screen.md. */
const EXAMPLE = 'src/app/AboutPage.tsx';

/** Whether `name` is the end of the file's path, or a folder that it is in. */
const isAt = (name: string, file: string) =>
  `/${file}`.endsWith(`/${name}`) || file.startsWith(`${name.replace(/\/$/, '')}/`);

const textOf = (file: string) => readFileSync(file, 'utf8');

test.each(documents)('%s names only files that exist', (document) => {
  const names = [...textOf(document).matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  const missing = names.filter(
    (name) => NAME.test(name) && name !== EXAMPLE && !files.some((file) => isAt(name, file)),
  );
  expect(missing).toEqual([]);
});

test.each(documents)('%s links only to files that exist', (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
  const targets = links.map((link) => posix.join(dirname(document), link));
  expect(targets.filter((target) => !files.some((file) => `${file}/`.startsWith(`${target}/`)))).toEqual([]);
});

test.each([
  'biome.jsonc',
  'stryker.config.json',
  'playwright.config.ts',
  'vitest.config.ts',
  '.dockerignore',
])('%s names only paths that exist', (config) => {
  const paths = [
    ...textOf(config).matchAll(/["']!?((?:src|mocks|contract|tools|tests|bench|docs|deploy)\/[^"'\s]*)["']/g),
  ];
  // Of a pattern, the part before its first wildcard.
  const starts = paths.map(([, path = '']) => path.split(/[*{]/)[0] ?? '');
  expect(starts.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
});
