import { execFileSync } from 'node:child_process';
import { readPace } from '../support/pace.ts';
import { runSuites, type Suite, sum } from '../support/suites.ts';

/**
 * What `npm run check` runs, for the changes since a commit. A suite waits for those that explain its failures, and stops
 * at its own first failures. All other suites still run: a red suite must not hide failures in the rest.
 */
const suitesSince = (commit: string): Suite[] => [
  { name: 'generated client', command: 'npm run codegen -- --check' },
  { name: 'types', command: 'npm run typecheck', after: ['generated client'] },
  { name: 'lint', command: 'npm run lint' },
  { name: 'production build', command: 'npm run build', after: ['types'] },
  {
    name: 'unit and page tests of what changed',
    command: `npm run test:unit -- --changed ${commit} --bail=3 --reporter=dot --project=app --project=node`,
    after: ['types'],
  },
  { name: 'walks', command: 'npm run test:unit -- found --reporter=dot --project=walks', after: ['types'] },
  { name: 'endpoints of the kit', command: 'npm run test:contract -- self.rows', after: ['types'] },
  {
    name: 'smoke tests in the browser',
    command: 'npm run e2e -- --no-deps --project=chromium --project=build --grep=@smoke --max-failures=3',
    env: { REPORT: 'smoke' },
    after: ['production build'],
    needs: ['chromium'],
  },
];

/** The commit to compare with: an argument, or else where the branch left main. */
function findBase(): string {
  const [base] = process.argv.slice(2);
  const command = base ? ['rev-parse', '--verify', `${base}^{commit}`] : ['merge-base', 'HEAD', 'main'];
  try {
    return execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  } catch {
    console.error(`There is no commit "${base ?? 'main'}". Name one: npm run check -- COMMIT`);
    process.exit(2);
  }
}

// The suites read the pace that is measured here.
readPace();
const { passed, failed, skipped } = sum(await runSuites(suitesSince(findBase())));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped in ${process.uptime().toFixed(0)} s`);
if (failed) console.log('Each suite stops at its first failures. "npm test" runs all tests.');
process.exitCode = failed ? 1 : 0;
