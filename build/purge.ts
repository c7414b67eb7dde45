import { PurgeCSS } from 'purgecss';

/** `css` without the rules that nothing in the store can match: any word that is written anywhere in it may be a class. */
export async function purge(css: string, html: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: ['src/**/*.{ts,tsx}', 'index.html', { raw: html, extension: 'html' }],
    skippedContentGlobs: ['src/**/*.test.*'],
    // A role in the store, and in Bootstrap a component that the store has none of.
    blocklist: ['alert'],
    // PurgeCSS looks for words, and this selector has none.
    safelist: [':focus-visible'],
    variables: true,
    keyframes: true,
  });
  if (!purged) throw new Error('PurgeCSS has read no styles.');
  return purged.css;
}
