import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** $CHROMIUM, Debian's or Playwright's. The headless shell takes a third less processor time. */
export const findChromium = (): string | undefined =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    chromium.executablePath(),
  ].find((path) => path && existsSync(path));

export const chromiumOptions = {
  // If no Chromium is found, Playwright's error message names its own.
  executablePath: findChromium() ?? chromium.executablePath(),
  // As root, Chromium starts only without its sandbox. No test may depend on Google's servers.
  args: ['--no-sandbox', '--disable-background-networking'],
};
