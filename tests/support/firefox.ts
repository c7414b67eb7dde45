import { existsSync } from 'node:fs';
import { install } from './debian.ts';

/** The path of a stock Firefox: $FIREFOX or Debian's; undefined without any. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));

/** Installs Firefox where there is none. */
export default function ensureFirefox() {
  if (!findFirefox()) install('Firefox', 'firefox-esr');
}
