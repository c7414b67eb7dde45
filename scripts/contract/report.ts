import type { Failure, Verdict } from './check';

/** A failure and the journeys that meet it. */
type Finding = { failure: Failure; ids: string[] };

/** One finding for each cause: a signup that fails stops many journeys and is told once. */
function findingsOf(verdicts: Verdict[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { id, failure } of verdicts) {
    if (!failure) continue;
    const cause = [failure.contract, failure.expected, failure.got].join();
    const found = findings.get(cause);
    if (found) found.ids.push(id);
    else findings.set(cause, { failure, ids: [id] });
  }
  return [...findings.values()];
}

export const count = (verdicts: Verdict[], outcome: Verdict['outcome']) =>
  verdicts.filter((it) => it.outcome === outcome).length;

const marks = { passed: '✓', failed: '✗', 'not run': '–' };

/** The report for a terminal: the table, then each finding. */
export function toText(verdicts: Verdict[]): string {
  const width = Math.max(...verdicts.map(({ id }) => id.length));
  const table = verdicts.map(
    ({ id, outcome, summary }) => `${marks[outcome]} ${outcome.padEnd(7)}  ${id.padEnd(width)}  ${summary}`,
  );
  const findings = findingsOf(verdicts).map(({ failure, ids: [first, ...others] }) =>
    [
      `✗ ${first}: ${failure.call}`,
      ...rowsOf(failure).map(([name, value]) => `  ${name.padEnd(8)}  ${value}`),
      ...(others.length ? [`  also      ${others.join(', ')}`] : []),
    ].join('\n'),
  );
  return [table.join('\n'), ...findings].join('\n\n');
}

const rowsOf = ({ expected, got, contract, shopper, before, curl }: Failure): [string, string][] => [
  ['expected', expected],
  ['got', got],
  ['contract', contract],
  ['shopper', shopper],
  ...before.map((call): [string, string] => ['after', call]),
  ['try', curl],
];
