import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planted } from './planted';

test.each(planted)('the place of a fault to plant: $name', ({ file, place }) => {
  expect(readFileSync(`src/${file}`, 'utf8')).toMatch(place);
});
