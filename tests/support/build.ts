import { execFileSync } from 'node:child_process';

/**
 * Builds the store into a directory, as `npm run build` does, for all tests to share. One that is about what a build is told or
 * made of, such as a base path, the API's address or another release, builds a copy (scratch.ts).
 */
export function build(dist: string, args: string[] = []) {
  // The test runner's NODE_ENV would build React for development.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync('npm', ['run', 'build', '--', '--outDir', dist, '--logLevel', 'warn', ...args], {
    env,
    stdio: 'pipe',
  });
}
