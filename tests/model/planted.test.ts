import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planted } from './planted';

test('each fault to plant has its place in the store', () => {
  const isThere = ({ file, from }: (typeof planted)[number]) =>
    readFileSync(`src/${file}`, 'utf8').includes(from);
  expect(planted.filter((fault) => !isThere(fault))).toEqual([]);
});
