import type { Level } from '../judge/level.ts';
import type { Outcome } from '../judge/run.ts';

type Facts = {
  outcomes: Outcome[];
  findings: { level: Level; counts: boolean; known: boolean }[];
  stop: string | undefined;
  of: number | undefined;
  level: Level;
};
type Verdict = { verdict: string; exitCode: 0 | 1 | 2 };

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';
const UNKNOWN = '? This backend could not be judged';

/** The first line of every report, and the exit code. */
export function judge(facts: Facts): Verdict {
  const { outcomes, findings, stop, of } = facts;
  const counting = findings.filter((finding) => finding.counts);
  const harmful = counting.filter(({ level }) => level !== 'strict');
  const blocked = outcomes.filter((outcome) => outcome.status === 'skipped' && outcome.isBlocking);
  const ran = outcomes.filter(({ status }) => status !== 'skipped').length;
  const reason = stop ?? firstReason(blocked);
  const isOpen = stop !== undefined || blocked.length > 0;
  if (isOpen && !harmful.length) return { exitCode: 2, verdict: `${UNKNOWN}: ${reason}.` };
  if (of !== undefined) return judgePart(facts, counting.length, ran, of);
  const rest = isOpen ? `; ${blocked.length} of ${outcomes.length} journeys were not judged: ${reason}` : '';
  if (harmful.length) return { exitCode: 1, verdict: `${BAD}${rest}.` };
  if (counting.length) return { exitCode: 1, verdict: `${BAD} at --level strict; at --level unsafe it can.` };
  return { exitCode: 0, verdict: judgeGood(facts) };
}

function judgeGood({ findings }: Facts): string {
  const isKnown = findings.some(({ known, level }) => known && level !== 'strict');
  if (isKnown) return `– Nothing new on this backend: ${findings.length} known failures are left.`;
  if (findings.some(({ level }) => level === 'unsafe'))
    return '– Nothing breaks on this backend; unsafe failures must be fixed before the store goes live.';
  return findings.length ? `${GOOD}; what is left concerns requests that it hardly ever sends.` : `${GOOD}.`;
}

function judgePart({ findings, level }: Facts, counting: number, ran: number, of: number): Verdict {
  const part = `${ran} of ${of} journeys were run`;
  if (!ran) return { exitCode: 2, verdict: `${UNKNOWN}: none of the journeys can run with these flags.` };
  if (counting)
    return { exitCode: 1, verdict: `✗ ${part}: ${counting} ${counting === 1 ? 'finding' : 'findings'}.` };
  if (findings.some(({ known }) => known))
    return { exitCode: 0, verdict: `– ${part}: only known failures are left.` };
  if (findings.length)
    return { exitCode: 0, verdict: `– ${part}: findings are allowed at --level ${level}.` };
  return { exitCode: 0, verdict: `– ${part}: all passed.` };
}

const firstReason = ([first]: Outcome[]) => (first?.status === 'skipped' ? first.reason : '');
