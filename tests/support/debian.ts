import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether Debian packages can be installed here without asking anybody. */
export const canInstall = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;

/** Installs the Debian packages; says what to do where that is not possible. */
export function install(what: string, packages: string) {
  if (!canInstall())
    throw new Error(`${what} is missing. Install it; Debian has it in the packages ${packages}.`);
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages}`;
  console.log(`There is no ${what}; running: ${command}`);
  execSync(command, { stdio: 'inherit' });
}
