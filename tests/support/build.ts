import { execFileSync } from 'node:child_process';

/** Builds the store into a directory, as `npm run build` does. */
export function build(dist: string, args: string[] = [], env: Record<string, string> = {}) {
  // The test runner's NODE_ENV would build React for development.
  const { NODE_ENV: _, ...inherited } = process.env;
  execFileSync('npm', ['run', 'build', '--', '--outDir', dist, '--logLevel', 'warn', ...args], {
    env: { ...inherited, ...env },
    stdio: 'pipe',
  });
}
