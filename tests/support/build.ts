import { execFileSync } from 'node:child_process';

/**
 * Builds the store into a directory, as `npm run build` does. A test that builds by itself is about what a build is told,
 * such as a base path, the API's address or another release; all others share one build.
 */
export function build(dist: string, args: string[] = [], env: Record<string, string> = {}) {
  // The test runner's NODE_ENV would build React for development.
  const { NODE_ENV: _, ...inherited } = process.env;
  execFileSync('npm', ['run', 'build', '--', '--outDir', dist, '--logLevel', 'warn', ...args], {
    env: { ...inherited, ...env },
    stdio: 'pipe',
  });
}
