import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { screens } from '../../src/app/screens';
import { fileOf } from '../../tools/vite/pageFiles';

const pages = screens.map((screen) => ({ ...screen, html: readFileSync(`dist/${fileOf(screen)}`, 'utf8') }));
const read = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(html)?.[1];

for (const { path, title, html } of pages) {
  test(`the page of ${path} tells search engines, messengers and home screens what it is`, () => {
    expect(html).toContain(`<title>${title}</title>`);
    expect(read(html, 'og:title')).toBe(title);
    expect(read(html, 'og:description')).toBe(read(html, 'description'));
    const [, icon] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
    expect(existsSync(`dist${icon}`)).toBe(true);
    // Without the store's address there are no whole addresses to give.
    expect(html).not.toMatch(/og:url|og:image|canonical/);
  });
}

test('no two pages have the same description', () => {
  const descriptions = pages.map(({ html }) => read(html, 'description'));
  expect(descriptions).not.toContain(undefined);
  expect(new Set(descriptions).size).toBe(pages.length);
});
