import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readContract, readVersion } from '../readContract.ts';

/** A file beside this module, in the repository and in the package alike. */
export const dataFile = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** openapi.yaml: in the repository's root, or in the package. */
function readContractFile(): string {
  const packaged = dataFile('../openapi.yaml');
  return readFileSync(existsSync(packaged) ? packaged : dataFile('../../openapi.yaml'), 'utf8');
}

export const readOperations = () => readContract(readContractFile());
export const contractVersion = () => readVersion(readContractFile());
