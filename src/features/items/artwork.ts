import type { CSSProperties } from 'react';
import type { Item } from '../../store/api.generated';

/** FNV-1a, 32 bit, of the text's UTF-8 bytes. */
const hash = (text: string) =>
  new TextEncoder().encode(text).reduce((value, byte) => Math.imul(value ^ byte, 0x01000193), 0x811c9dc5) >>>
  0;

/** Values of the CSS property `scale`: unchanged, mirrored, upside down, both. */
const mirrorings = ['1 1', '-1 1', '1 -1', '-1 -1'];

/** The artwork of an item: its id picks pattern, mirroring and shift, its category the hue. artwork.css has the patterns. */
export function getArtwork({ _id, category }: Item) {
  const seed = hash(_id);
  const style = {
    // One of 18 OKLCH hues. Upper and lower case are the same category.
    '--hue': (hash(category.toLowerCase()) % 18) * 20 + 5,
    '--mirror': mirrorings[Math.floor(seed / 10) % 4],
    '--shift': Math.floor(seed / 40) % 3,
  };
  return { className: `artwork art-${seed % 10}`, style: style as CSSProperties };
}
