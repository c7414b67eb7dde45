import { readFileSync } from 'node:fs';

/** A fault to plant in the store: what stands at its place in a file of src/ becomes `to`. */
export type Planted = { name: string; file: string; place: RegExp; to: string };

/** What the walks must find: the rows of planted.txt. Line breaks and indents do not count. */
export const planted: Planted[] = readFileSync('tests/model/planted.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map((row) => {
    const [name = '', file = '', from = '', to = ''] = row.split(' | ');
    const place = from.replace(/[^\w\s]/g, '\\$&').replace(/\s+/g, '\\s+');
    return { name, file, place: new RegExp(place), to };
  });
