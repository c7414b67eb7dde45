import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = {
  version: string;
  license?: string;
  /** A workspace, which is this repository's own. */
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

/** What the built store is made of: its dependencies, and theirs. Optional peers that are not there are left out. */
const ships = new Set<string>();
function ship(path: string) {
  const { dependencies, peerDependencies } = lock.packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].find((it) => it in lock.packages);
    if (!found || ships.has(found)) continue;
    ships.add(found);
    ship(found);
  }
}
ship('');
const shipped = installed.filter(([path]) => ships.has(path));

test('the store ships packages at all, so that these checks check something', () => {
  expect(shipped.map(([path]) => path)).toContain('node_modules/react');
});

test('every shipped package has a permissive licence', () => {
  const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD'];
  const others = shipped.filter(([, { license }]) => !permissive.includes(license ?? ''));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('no shipped package runs a script when it is installed', () => {
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
});

test('every package is locked to one version and its checksum', () => {
  const unlocked = installed.filter(
    ([, { version, integrity }]) => !/^\d+\.\d+\.\d+/.test(version) || !integrity,
  );
  expect(unlocked.map(([path]) => path)).toEqual([]);
});
