import type { Level } from '../judge/level.ts';
import type { Outcome } from '../judge/run.ts';

type Facts = {
  outcomes: Outcome[];
  findings: { level: Level; counts: boolean; known: boolean }[];
  stop: string | undefined;
  of: number | undefined;
  level: Level;
};
type Verdict = { exitCode: 0 | 1 | 2; verdict: string };

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';
const UNKNOWN = '? This backend could not be judged';

/** The first line of every report, and the exit code. */
export function judge(facts: Facts): Verdict {
  const { outcomes, findings, stop, of } = facts;
  const counting = findings.filter((finding) => finding.counts);
  const harmful = counting.filter(({ level }) => level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const blocked = skipped.filter(({ isBlocking }) => isBlocking);
  const reason = stop ?? blocked[0]?.reason;
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  const part = of && `${outcomes.length - skipped.length} of ${of} journeys`;
  if (reason && !harmful.length) return { exitCode: 2, verdict: `${UNKNOWN}: ${reason}.` };
  if (skipped.length === outcomes.length)
    return { exitCode: 2, verdict: `${UNKNOWN}: every journey was skipped: ${skipped[0]?.reason}.` };
  if (part && counting.length) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  if (part) return { exitCode: 0, verdict: `– ${part}: ${describePassed(facts)}.` };
  const rest = reason ? `; ${blocked.length} journeys were not judged: ${reason}` : '';
  if (harmful.length) return { exitCode: 1, verdict: `${BAD}${rest}.` };
  if (counting.length) return { exitCode: 1, verdict: `${BAD} at --level strict; at --level unsafe it can.` };
  const isHarmless = findings.every(({ level }) => level === 'strict');
  if (isHarmless)
    return { exitCode: 0, verdict: `${GOOD}${findings.length ? '; what is left is strict' : ''}.` };
  return { exitCode: 0, verdict: `– On this backend, ${describePassed(facts)}.` };
}

function describePassed({ findings, level }: Facts): string {
  if (!findings.length) return 'all passed';
  return findings.some(({ known }) => known)
    ? 'only known failures are left'
    : `failures are allowed at --level ${level}`;
}
