import type { CSSProperties } from 'react';
import type { Item } from '../../store/api.generated';

/** FNV-1a, 32 bit, of the text's UTF-8 bytes. */
const hash = (text: string) =>
  new TextEncoder().encode(text).reduce((value, byte) => Math.imul(value ^ byte, 0x01000193), 0x811c9dc5) >>>
  0;

/** Values of the CSS property `scale`: as drawn, mirrored, upside down, both. */
const turns = ['1 1', '-1 1', '1 -1', '-1 -1'];

/** An item's drawing, as theme.css composes it: one of ten by its id, in the hue of its category. */
export function getArtwork({ _id, category }: Item) {
  const value = hash(_id);
  const style = {
    // OKLCH degrees, one of 18. Upper and lower case are the same category.
    '--hue': (hash(category.toLowerCase()) % 18) * 20 + 5,
    '--turn': turns[Math.floor(value / 10) % 4],
    '--shift': Math.floor(value / 40) % 3,
  };
  return { className: `art-${value % 10}`, style: style as CSSProperties };
}
