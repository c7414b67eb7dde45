import { existsSync } from 'node:fs';

/** The path of a stock Firefox: $FIREFOX or Debian's; undefined without any. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path));
