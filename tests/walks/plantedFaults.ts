import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The rows of plantedFaults.txt: a name, a file in src/, the code to replace and its replacement, if there is one. */
export const plantedFaults = readFileSync('tests/walks/plantedFaults.txt', 'utf8')
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', file = '', code = '', replacement = ''] = row.split(' | ');
    return { name, file, code, replacement };
  });

/** Plants the fault that PLANTED_FAULT names. */
export function plantFault(): Plugin {
  const fault = plantedFaults.find(({ name }) => name === process.env.PLANTED_FAULT);
  return {
    name: 'plant-fault',
    enforce: 'pre',
    transform(source, id) {
      if (fault && id.endsWith(`/src/${fault.file}`))
        return source.replace(fault.code, () => fault.replacement);
    },
  };
}
