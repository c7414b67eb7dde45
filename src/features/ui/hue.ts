import type { CSSProperties } from 'react';

/** The style that gives its element a hue, in OKLCH degrees. */
export const hueStyle = (degrees: number | string) => ({ '--hue': degrees }) as CSSProperties;

const utf8 = new TextEncoder();

/** The category's hue in OKLCH degrees, one of 18: the same for every spelling in upper and lower case. */
export function hueOf(category: string): number {
  let hash = 0x811c9dc5; // FNV-1a, 32 bit
  for (const byte of utf8.encode(category.toLowerCase())) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash >>> 0) % 18) * 20 + 5;
}
