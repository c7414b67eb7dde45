import type { Run } from './check.ts';
import { counts, type Level } from './level.ts';
import { findingsOf, judge } from './report.ts';

/** The report for programs, as contract/report.schema.json describes it. */
export function toJson(about: { contract: string; api: string }, run: Run, least: Level): string {
  const { verdicts, stop, notes, of, baseline } = run;
  const { line, code } = judge(run, least);
  const findings = findingsOf(verdicts).map(({ failure, ...finding }) => {
    const { root, level, ...rest } = failure;
    return { ...finding, ...rest, counts: counts(finding.level, least) };
  });
  const journeys = verdicts.map(({ failure, ms, ...verdict }) => ({
    ...verdict,
    seconds: Math.round(ms) / 1000,
    ...(failure && { finding: failure.root }),
  }));
  const report = {
    version: 1,
    ...about,
    level: least,
    verdict: line,
    code,
    stop,
    of: of?.all,
    baseline,
    notes,
    findings,
    journeys,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const escapeMessage = (text: string) =>
  text.replace(/[%\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** The findings as GitHub's workflow commands, each at the line of openapi.yaml that it breaks. */
export const toAnnotations = (run: Run, least: Level): string =>
  findingsOf(run.verdicts)
    .map(({ id, level, failure: { line, call, expected, got, reason } }) => {
      const kind = counts(level, least) ? 'error' : 'warning';
      const text = [
        call,
        `expected: ${expected}`,
        `got: ${got}`,
        ...(reason ? [`likely: ${reason}`] : []),
      ].join('\n');
      return `::${kind} file=openapi.yaml,line=${line},title=${escapeProperty(`${id} (${level})`)}::${escapeMessage(text)}`;
    })
    .join('\n');
