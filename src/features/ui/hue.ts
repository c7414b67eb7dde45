import type { CSSProperties } from 'react';

/** The style that gives its element a hue, in OKLCH degrees. */
export const hueStyle = (degrees: number | string) => ({ '--hue': degrees }) as CSSProperties;

/** The category's hue in OKLCH degrees, one of 18: the same for every spelling in upper and lower case. */
export function hueOf(category: string): number {
  const bytes = new TextEncoder().encode(category.toLowerCase());
  const hash = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5); // FNV-1a, 32 bit
  return ((hash >>> 0) % 18) * 20 + 5;
}
