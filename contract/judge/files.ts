import { readFileSync } from 'node:fs';
import { readContract, readVersion } from '../openapi/readContract.ts';

/** A file by its path from this folder. The package has the same folders as the repository. */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

export const operations = readContract(read('../../openapi.yaml'));

export const findOperation = (id: string) => operations.find((operation) => operation.id === id);

export const hasSignup = findOperation('signup') !== undefined;

export const contractVersion = readVersion(read('../../openapi.yaml'));

export const kitVersion = (): string => JSON.parse(read('../package.json')).version;
export const readWeakSecrets = () =>
  read('weakSecrets.txt')
    .split('\n')
    .filter((line) => !line.startsWith('# '));
