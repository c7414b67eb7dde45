import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const parts = [
  ...['src', 'tools', 'mocks', 'contract', 'deploy', 'index.html', 'vite.config.ts', 'tsconfig.json'],
  ...['.env', 'package.json', 'openapi.yaml', 'openapi-config.ts'],
];

/** A copy of the project to change and to build, as somebody who works on it would. */
export function makeScratch(directory: string) {
  mkdirSync(directory, { recursive: true });
  for (const part of parts) cpSync(part, join(directory, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  const at = (file: string) => join(directory, file);
  return {
    root: resolve(directory),
    dist: at('dist'),
    write: (file: string, text: string) => writeFileSync(at(file), text),
    /** Puts `to` in the place of `from`, which has to be there. */
    change(file: string, from: string | RegExp, to: string) {
      const text = readFileSync(at(file), 'utf8');
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${file} has no ${from}.`);
      writeFileSync(at(file), changed);
    },
    /** Builds it. Throws what the build says. */
    build() {
      const { NODE_ENV: _, ...env } = process.env;
      execFileSync('npx', ['vite', 'build', '--logLevel', 'error'], { cwd: directory, env, stdio: 'pipe' });
    },
  };
}
