import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The first Chromium that exists: $CHROMIUM, one of `names` in /usr/bin, Playwright's. */
const findChromium = (...names: string[]): string | undefined =>
  [process.env.CHROMIUM, ...names.map((name) => `/usr/bin/${name}`), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** Tests prefer the headless shell, which takes a third less processor time. */
export const findTestChromium = () => findChromium('chromium-headless-shell', 'chromium');

/** If no Chromium is found, passes Playwright's own path, so that Playwright's error message names it. */
const optionsFor = (executablePath = chromium.executablePath()) => ({
  executablePath,
  // As root, Chromium starts only without its sandbox. No test may depend on Google's servers.
  args: ['--no-sandbox', '--disable-background-networking'],
});

/** For the benchmark and the screenshots. */
export const chromiumOptions = optionsFor(findChromium('chromium', 'chromium-headless-shell'));
export const testChromiumOptions = optionsFor(findTestChromium());
