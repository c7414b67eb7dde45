import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readPace } from './support/pace.ts';
import { runSteps, type Step, sum } from './support/steps.ts';

/**
 * After an edit: all that is quick, the tests of what changed, and a smoke test of the production build.
 * `npm run check [-- --base REV]`
 */
const stepsSince = (base: string): Step[] => [
  { name: 'Production build', command: 'npm run build' },
  {
    name: 'Tests of what changed, but for the long tables in tests/',
    // Vitest counts red files too, and the last test twice: 6 are four tests or so.
    command: `npx vitest run --changed ${base} --reporter=dot --bail=6 src/ mocks/ tools/ contract/`,
  },
  { name: 'Types', command: 'npm run typecheck' },
  { name: 'Lint', command: 'npm run lint' },
  { name: 'Client in step with openapi.yaml', command: 'npm run codegen -- --check' },
  {
    name: 'Smoke test of the production build',
    command:
      'npx playwright test --project=build --no-deps --grep @smoke --reporter=dot --max-failures=2 --workers=1',
    after: ['Production build'],
    needs: ['chromium'],
  },
];

/** The commit that the working copy is compared with: where the branch began, or one of the developer's choice. */
function findBase(): string {
  const { base } = parseArgs({ options: { base: { type: 'string' } } }).values;
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      return '';
    }
  };
  const found = base
    ? git('rev-parse', '--verify', `${base}^{commit}`)
    : git('merge-base', 'HEAD', 'origin/main') || git('merge-base', 'HEAD', 'main');
  if (found) return found;
  throw new Error(
    base
      ? `There is no commit ${base}.`
      : 'There is neither origin/main nor main: name a base by --base REV.',
  );
}

try {
  const steps = stepsSince(findBase());
  readPace();
  const { passed, failed, skipped } = sum(await runSteps(steps, { isBrief: true }));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped, in ${process.uptime().toFixed(0)} s`);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
