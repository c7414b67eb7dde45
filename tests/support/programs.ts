import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../../tools/lib/chromium.ts';

/** A program that some tests need and npm does not install. */
type Program = {
  name: string;
  isInstalled: () => boolean;
  /** Debian's packages. */
  packages: string;
};

/** The path of a stock Firefox: $FIREFOX or Debian's. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));

const nginxFiles = [
  '/usr/sbin/nginx',
  '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
  '/usr/bin/curl',
];

/** WebKit's driver, and an X server to display it. */
export const webKit = { driver: '/usr/bin/WebKitWebDriver', display: '/usr/bin/Xvfb' };

export const programs = {
  openssl: {
    name: 'OpenSSL',
    isInstalled: () => existsSync('/usr/bin/openssl'),
    packages: 'openssl',
  },
  chromium: {
    name: 'Chromium',
    isInstalled: () => findChromium() !== undefined,
    packages: 'chromium-headless-shell',
  },
  nginx: {
    name: 'nginx with its brotli module, and curl',
    isInstalled: () => nginxFiles.every(existsSync),
    // The container's health check uses curl.
    packages: 'nginx libnginx-mod-http-brotli-static curl',
  },
  webkit: {
    name: 'WebKit with its driver, and Xvfb',
    isInstalled: () => Object.values(webKit).every(existsSync),
    packages: 'webkit2gtk-driver xvfb',
  },
  firefox: {
    name: 'Firefox',
    isInstalled: () => findFirefox() !== undefined,
    packages: 'firefox-esr',
  },
} satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

const findMissing = (): Program[] => Object.values(programs).filter(({ isInstalled }) => !isInstalled());

/** Installs missing programs on Debian as root, and prints the command otherwise. */
export function installMissing() {
  const missing = findMissing();
  if (missing.length === 0) return;
  const packages = missing.map((program) => program.packages).join(' ');
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages}`;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Running: ${command}`);
    execSync(command, { stdio: 'inherit' });
  }
  const stillMissing = findMissing();
  for (const { name } of stillMissing)
    console.error(`${name} is missing. npm test skips the tests that need it.`);
  if (stillMissing.length > 0) console.error(`On Debian, root can install it with: ${command}`);
}
