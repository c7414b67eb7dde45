import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestChromium } from '../../tools/scripts/chromium.ts';

/** A program that some tests need and npm does not bring. */
type Need = {
  name: string;
  isThere: () => boolean;
  /** Debian's packages. */
  packages: string;
};

/** The path of a stock Firefox: $FIREFOX or Debian's; undefined without any. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));

const nginxFiles = [
  '/usr/sbin/nginx',
  '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
  '/usr/bin/curl',
];

/** WebKit's driver, and a display for it. */
export const webKit = { driver: '/usr/bin/WebKitWebDriver', display: '/usr/bin/Xvfb' };

export const needs = {
  chromium: {
    name: 'Chromium',
    isThere: () => Boolean(findTestChromium()),
    packages: 'chromium-headless-shell',
  },
  nginx: {
    name: 'nginx with its brotli module, and curl',
    isThere: () => nginxFiles.every(existsSync),
    // curl asks after the container's health.
    packages: 'nginx libnginx-mod-http-brotli-static curl',
  },
  webkit: {
    name: 'WebKit with its driver, and Xvfb',
    isThere: () => Object.values(webKit).every(existsSync),
    packages: 'webkit2gtk-driver xvfb',
  },
  firefox: { name: 'Firefox', isThere: () => Boolean(findFirefox()), packages: 'firefox-esr' },
} satisfies Record<string, Need>;

export type Program = keyof typeof needs;

const missing = (): Need[] => Object.values(needs).filter(({ isThere }) => !isThere());

/** Installs by Debian's packages what is missing; where that is not possible, says what to do. */
export function installMissing() {
  const packages = missing().map((need) => need.packages);
  if (!packages.length) return;
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Running: ${command}`);
    execSync(command, { stdio: 'inherit' });
  }
  for (const { name } of missing()) console.error(`${name} is missing: npm test leaves out what needs it.`);
  if (missing().length) console.error(`On Debian, root installs what is missing with: ${command}`);
}
