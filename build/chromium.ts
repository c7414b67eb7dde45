import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The path of a Chromium: $CHROMIUM, Debian's, or the one that Playwright has downloaded; undefined without any. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM, '/usr/bin/chromium', chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

/** Installs a Chromium where there is none: Debian's where apt-get may be used, else Playwright's. */
export function ensureChromium() {
  if (findChromium()) return;
  const isDebianRoot = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  const install = isDebianRoot
    ? 'apt-get update && apt-get install --yes chromium'
    : 'npx playwright install chromium';
  console.log(`There is no Chromium; running: ${install}`);
  try {
    execSync(install, { stdio: 'inherit' });
  } catch {
    throw new Error('Chromium could not be installed. Install one and set CHROMIUM to its path.');
  }
}
