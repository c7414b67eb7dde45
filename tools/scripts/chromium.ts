import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The path of a Chromium: $CHROMIUM, Debian's, or Playwright's. */
const find = (...names: string[]): string | undefined =>
  [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** Tests prefer the headless shell, which takes a third less processor time. */
export const findTestChromium = () => find('chromium-headless-shell', 'chromium');

/** If no Chromium is found, passes Playwright's own path, so that Playwright's error message names it. */
const optionsFor = (executablePath = chromium.executablePath()) => ({
  executablePath,
  // Debian's Chromium refuses a sandbox as root, and no test may depend on Google's servers.
  args: ['--no-sandbox', '--disable-background-networking'],
});

export const chromiumOptions = optionsFor(find('chromium', 'chromium-headless-shell'));
export const testChromiumOptions = optionsFor(findTestChromium());
