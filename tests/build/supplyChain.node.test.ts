import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = {
  version: string;
  license?: string;
  /** Whether it is a workspace of this repository. */
  link?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> };
const installed = Object.entries(lock.packages).filter(
  ([path, { link }]) => /node_modules/.test(path) && !link,
);

/** The dependencies of the store, and their dependencies. Ignores optional peers that are not installed. */
const shippedPaths = new Set<string>();
function addDependencies(path: string) {
  const { dependencies, peerDependencies } = lock.packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].find(
      (candidate) => candidate in lock.packages,
    );
    if (!found || shippedPaths.has(found)) continue;
    shippedPaths.add(found);
    addDependencies(found);
  }
}
addDependencies('');
const shipped = installed.filter(([path]) => shippedPaths.has(path));

test('control: React is a shipped package', () => {
  expect(shipped.map(([path]) => path)).toContain('node_modules/react');
});

test('every shipped package has a permissive licence', () => {
  const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
  const others = shipped.filter(([, { license }]) => !permissive.includes(license ?? ''));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('no shipped package has an install script', () => {
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

test('every package is locked to a version and a checksum', () => {
  const unlocked = installed.filter(
    ([, { version, integrity }]) => !/^\d+\.\d+\.\d+/.test(version) || !integrity,
  );
  expect(unlocked.map(([path]) => path)).toEqual([]);
});
