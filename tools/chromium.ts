import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The path of a Chromium: $CHROMIUM, the first of Debian's that is there, or the one that Playwright has downloaded; undefined without any. */
const find = (...names: string[]): string | undefined =>
  [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** Tests prefer the one without windows and GPU, which takes a third less processor time. */
export const findTestChromium = () => find('chromium-headless-shell', 'chromium');

/** How every script and test starts it. Without any, Playwright says what is missing. */
const optionsFor = (executablePath = chromium.executablePath()) => ({
  executablePath,
  // Debian's wants no sandbox as root, and no test depends on what Google's servers say.
  args: ['--no-sandbox', '--disable-background-networking'],
});

export const chromiumOptions = optionsFor(find('chromium', 'chromium-headless-shell'));
export const testChromiumOptions = optionsFor(findTestChromium());
