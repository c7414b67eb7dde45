import { readFileSync } from 'node:fs';
import { readContract } from './readContract.ts';

/** The text of openapi.yaml: the repository's, or the copy that the package carries in the same place. */
export const readContractFile = () => readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');

/** Its operations. */
export const readOperations = () => readContract(readContractFile());

/** A text of openapi.yaml with the place where it stands, and its line. */
export function cite(text: string): { contract: string; line: number } {
  const yaml = readContractFile();
  const words = text.trim().split(/\s+/);
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
  const before = yaml.slice(0, new RegExp(pattern).exec(yaml)?.index).split('\n');
  const last = (key: RegExp) =>
    before
      .findLast((line) => key.test(line))
      ?.replace(/:.*/, '')
      .trim() ?? '';
  const [room, inner] = [last(/^\w/), last(/^ {4}\w/)];
  const place = { paths: `${inner.toUpperCase()} ${last(/^ {2}\//)}`, components: inner }[room] ?? room;
  return { contract: `${words.join(' ')} (openapi.yaml, ${place})`, line: before.length };
}
