import type { ExitCode } from '../cli/io.ts';
import type { Finding, Run } from './findings.ts';

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';

/** The first line of every report, and the exit code. `totalJourneys` is given if the run was a part of a whole one. */
export function judge(
  { outcomes, stop, options }: Run,
  findings: Finding[],
  totalJourneys: number | undefined,
): { exitCode: ExitCode; verdict: string } {
  const failing = findings.filter(({ failsRun }) => failsRun);
  const isHarmful = failing.some(({ level }) => level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const isNothingJudged = skipped.length === outcomes.length;
  const unjudged = skipped.find(({ isBlocking }) => isBlocking || isNothingJudged);
  const reason = stop?.message ?? unjudged?.reason;
  if (reason && !isHarmful) return { exitCode: 2, verdict: `? This backend could not be judged: ${reason}.` };

  const part = totalJourneys && `${outcomes.length - skipped.length} of ${totalJourneys} journeys`;
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  if (failing.length && part) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  if (isHarmful) return { exitCode: 1, verdict: `${BAD}.` };
  if (failing.length)
    return { exitCode: 1, verdict: `${BAD} at --level strict. The backend passes --level unsafe.` };

  const tolerated = `all failures are in the baseline or allowed by --level ${options.level}`;
  if (part) return { exitCode: 0, verdict: `– ${part}: ${failed ? tolerated : 'all passed'}.` };
  if (!failed) return { exitCode: 0, verdict: `${GOOD}.` };
  const isHarmless = findings.every(({ level }) => level === 'strict');
  return { exitCode: 0, verdict: isHarmless ? `${GOOD}: ${tolerated}.` : `– On this backend, ${tolerated}.` };
}
