import { expect, test } from 'vitest';
import { getArtwork } from './artwork';

const item = { _id: '1', name: 'A', description: '', category: 'Books', price: 1 };

test.each([
  ['1', 'art-4', '1 1'],
  ['item-42', 'art-7', '1 1'],
  ['é', 'art-7', '-1 1'],
  ['65f1c0de0000000000000000', 'art-9', '1 1'],
  ['65f1c0de0000000000000001', 'art-0', '-1 -1'],
])('the id %j picks the class %s and the mirroring %s', (_id, className, mirror) => {
  const artwork = getArtwork({ ...item, _id });
  expect(artwork.className).toBe(`artwork ${className}`);
  expect(artwork.style).toMatchObject({ '--mirror': mirror });
});

test('the shift of the artwork is one of three', () => {
  const styles = Array.from({ length: 200 }, (_, id) => getArtwork({ ...item, _id: `${id}` }).style);
  expect(new Set(styles.map((style) => Reflect.get(style, '--shift')))).toEqual(new Set([0, 1, 2]));
});

test.each([
  ['Books', 65],
  ['Kitchen', 265],
  ['KITCHEN', 265],
  ['Home', 165],
])('the category %s has the hue %d', (category, hue) => {
  expect(getArtwork({ ...item, category }).style).toMatchObject({ '--hue': hue });
});
