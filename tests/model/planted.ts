import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What the walks must find: the rows of planted.txt, where what stands at a place in a file of src/ becomes `to`. Line breaks and indents do not count. */
export const planted = readFileSync('tests/model/planted.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => {
    const [name = '', file = '', from = '', to = ''] = row.split(' | ');
    const place = from.replace(/[^\w\s]/g, '\\$&').replace(/\s+/g, '\\s+');
    return { name, file, place: new RegExp(place), to };
  });

/** Plants the fault with the number in PLANT, for `npm run walks:check`. */
export function plantFault(): Plugin {
  const fault = planted[Number(process.env.PLANT)];
  return {
    name: 'plant-fault',
    enforce: 'pre',
    transform: (code, id) =>
      fault && id.endsWith(`/src/${fault.file}`) ? code.replace(fault.place, () => fault.to) : undefined,
  };
}
