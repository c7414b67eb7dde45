import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = {
  license?: string;
  /** Whether it is a workspace of this repository. */
  link?: boolean;
  /** Whether only development needs it. */
  dev?: boolean;
  hasInstallScript?: boolean;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => /node_modules/.test(path) && !link,
);
const shipped = installed.filter(([, { dev }]) => !dev);

test('every shipped package has a permissive licence', () => {
  const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
  const others = shipped.filter(([, { license }]) => !permissive.includes(license ?? ''));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('no shipped package has an install script', () => {
  expect(shipped.map(([path]) => path)).toContain('node_modules/react');
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});
