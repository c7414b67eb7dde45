import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The path of a Chromium: $CHROMIUM, Debian's, or the one that Playwright has downloaded; undefined without any. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM, '/usr/bin/chromium', chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** How every script and test starts it. Without any, Playwright says what is missing. */
export const chromiumOptions = {
  executablePath: findChromium() ?? chromium.executablePath(),
  // Debian's wants no sandbox as root, and no test depends on what Google's servers say.
  args: ['--no-sandbox', '--disable-background-networking'],
};
