import type { Level } from '../judge/level.ts';
import type { Outcome } from '../judge/run.ts';

type Facts = {
  outcomes: Outcome[];
  findings: { level: Level; counts: boolean; known: boolean }[];
  /** Why the run ended early. */
  stop: string | undefined;
  /** How many journeys a whole run has, if this was a part of one. */
  of: number | undefined;
  level: Level;
};
type Verdict = { exitCode: 0 | 1 | 2; verdict: string };

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';

/** The first line of every report, and the exit code. */
export function judge({ outcomes, findings, stop, of, level }: Facts): Verdict {
  const counting = findings.filter((finding) => finding.counts);
  const harmful = counting.filter((finding) => finding.level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const blocked = skipped.filter(({ isBlocking }) => isBlocking);
  const isNothingJudged = skipped.length === outcomes.length;
  const reason = stop ?? (isNothingJudged ? skipped : blocked)[0]?.reason;
  if (reason && !harmful.length)
    return { exitCode: 2, verdict: `? This backend could not be judged: ${reason}.` };
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  const part = of && `${outcomes.length - skipped.length} of ${of} journeys`;
  if (part && counting.length) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  const unjudged = reason ? ` ${blocked.length} journeys could not run: ${reason}.` : '';
  if (harmful.length) return { exitCode: 1, verdict: `${BAD}.${unjudged}` };
  if (counting.length)
    return { exitCode: 1, verdict: `${BAD} at --level strict. The backend passes --level unsafe.` };
  const isKnown = findings.some(({ known }) => known);
  const rest = isKnown ? 'all failures are known' : `--level ${level} allows all failures`;
  const passed = findings.length ? rest : 'all passed';
  if (part) return { exitCode: 0, verdict: `– ${part}: ${passed}.` };
  if (!findings.length) return { exitCode: 0, verdict: `${GOOD}.` };
  const isHarmless = findings.every((finding) => finding.level === 'strict');
  return { exitCode: 0, verdict: isHarmless ? `${GOOD}: ${rest}.` : `– On this backend, ${rest}.` };
}
