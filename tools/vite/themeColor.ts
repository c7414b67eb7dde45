import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Adds the theme-color tags to index.html, so that a phone's browser bar has the colour of the navigation bar. */
export const themeColor = (): Plugin => ({
  name: 'theme-color',
  async transformIndexHtml() {
    const theme = await readFile(new URL('../../src/app/theme.css', import.meta.url), 'utf8');
    const [, light, dark] = /--store-surface: light-dark\((.*?), (.*?)\)/.exec(theme) ?? [];
    if (!light || !dark)
      throw new Error('theme.css must set --store-surface to light-dark() with two colours.');
    return Object.entries({ light, dark }).map(([scheme, content]) => ({
      tag: 'meta',
      attrs: { name: 'theme-color', content, media: `(prefers-color-scheme: ${scheme})` },
    }));
  },
});
