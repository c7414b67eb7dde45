import postcss from 'postcss';
import { PurgeCSS } from 'purgecss';

/** `css` without the rules that nothing in the store can match: any word that is written anywhere in it may be a class. */
export async function purge(css: string, html: string): Promise<string> {
  const sheet = postcss.parse(css);
  // PurgeCSS keeps every pseudo-element. The store has no fields for files, dates, colours and searches.
  sheet.walkRules(/::(file|-webkit-(file|date|color|search))/, (rule) => void rule.remove());
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: sheet.toString() }],
    content: ['src/**/*.{ts,tsx}', 'index.html', { raw: html, extension: 'html' }],
    skippedContentGlobs: ['src/**/*.test.*'],
    // PurgeCSS looks for words, and the first selector has none; react-bootstrap composes the others.
    safelist: [':focus-visible', /^col-lg-/],
    variables: true,
    keyframes: true,
  });
  if (!purged) throw new Error('PurgeCSS has read no styles.');
  return purged.css;
}
