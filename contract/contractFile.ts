import { readFileSync } from 'node:fs';
import { type Operation, readContract } from './readContract.ts';

/** The text of openapi.yaml: the repository's, or the copy that the package carries in the same place. */
export const readContractFile = () => readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');

let operations: Operation[] | undefined;

/** Its operations, read once: that takes as long as a hundred calls. */
export const readOperations = (): Operation[] => {
  operations ??= readContract(readContractFile());
  return operations;
};
