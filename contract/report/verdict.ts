import type { ExitCode } from '../cli/io.ts';
import { NEEDS_SIGNUP } from '../judge/failure.ts';
import type { Finding, Run } from './report.ts';

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';

type Verdict = { exitCode: ExitCode; verdict: string };

/** The first line of every report, and the exit code. */
export function judge({ outcomes, stop, options }: Run, findings: Finding[]): Verdict {
  const failing = findings.filter(({ failsRun }) => failsRun);
  const isHarmful = failing.some((finding) => finding.level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const isNothingJudged = skipped.length === outcomes.length;
  const unjudged = skipped.find(({ isBlocking }) => isBlocking || isNothingJudged);
  const reason = stop?.message ?? unjudged?.reason;
  if (reason && !isHarmful) return { exitCode: 2, verdict: `? This backend could not be judged: ${reason}.` };

  const { level, allJourneys } = options;
  const isPart = outcomes.length < allJourneys || skipped.some((outcome) => outcome.reason === NEEDS_SIGNUP);
  const part = isPart && `${outcomes.length - skipped.length} of ${allJourneys} journeys`;
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  if (failing.length && part) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  if (isHarmful) return { exitCode: 1, verdict: `${BAD}.` };
  if (failing.length)
    return { exitCode: 1, verdict: `${BAD} at --level strict. The backend passes --level unsafe.` };

  const tolerated = `all failures are in the baseline or allowed by --level ${level}`;
  if (part) return { exitCode: 0, verdict: `– ${part}: ${failed ? tolerated : 'all passed'}.` };
  if (!failed) return { exitCode: 0, verdict: `${GOOD}.` };
  const isHarmless = findings.every((finding) => finding.level === 'strict');
  return { exitCode: 0, verdict: isHarmless ? `${GOOD}: ${tolerated}.` : `– On this backend, ${tolerated}.` };
}
