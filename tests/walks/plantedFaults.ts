import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * The rows of plantedFaults.txt: a name, the code of model.ts to replace and its replacement, if there is one. Each row
 * makes the model expect what a faulty store would do. The faults are in the model, not in the store, because the model
 * changes only with the specification. The walks find the same difference either way.
 */
export const plantedFaults = readFileSync('tests/walks/plantedFaults.txt', 'utf8')
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', code = '', replacement = ''] = row.split(' | ');
    return { name, code, replacement };
  });

/** Plants the fault that PLANTED_FAULT names. */
export function plantFault(): Plugin {
  const fault = plantedFaults.find(({ name }) => name === process.env.PLANTED_FAULT);
  return {
    name: 'plant-fault',
    enforce: 'pre',
    transform(source, id) {
      if (fault && id.endsWith('/tests/walks/model.ts'))
        return source.replace(fault.code, () => fault.replacement);
    },
  };
}
