import { readFileSync } from 'node:fs';
import { readContract } from './readContract.ts';

/** The text of openapi.yaml: the repository's, or the copy that the package carries in the same place. */
export const readContractFile = () => readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');

/** Its operations. */
export const readOperations = () => readContract(readContractFile());
