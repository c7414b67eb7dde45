import { counts } from './level.ts';
import { escapeText, type Report, rowsOf, titleOf } from './report.ts';
import type { Verdict } from './run.ts';

/** The report for programs, as contract/report.schema.json describes it. */
export function toJson({ verdicts, line, of, ...report }: Report): string {
  const journeys = verdicts.map(({ failure, ms, ...verdict }) => ({
    ...verdict,
    seconds: Math.round(ms) / 1000,
    finding: failure?.root,
  }));
  const all = { version: 1, ...report, verdict: line, of: of?.all, journeys };
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** The report as JUnit XML, which CI servers read. A failure that does not count is no failure there. */
export function toJUnit(report: Report): string {
  const { verdicts, findings, level, line, code } = report;
  const write = (name: string, attributes: object, inside: string) => {
    const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(`${value}`)}"`);
    return `<${name}${all.join('')}>${inside}</${name}>`;
  };
  const timeOf = (ms: number) => (ms / 1000).toFixed(3);
  const isFailed = ({ failure }: Verdict) => failure !== undefined && counts(failure.level, level);
  const cases = verdicts.map((verdict) => {
    const { id, failure, outcome, why, ms } = verdict;
    let inside =
      outcome === 'not judged' ? write('skipped', { message: `Not judged, because ${why}.` }, '') : '';
    if (failure) {
      const finding = findings.find((it) => it.id === id) ?? { ...failure, id, counts: true, others: [] };
      const rows = [failure.call, ...rowsOf(finding).map((row) => row.join(': '))].join('\n');
      const { got: message, level: type } = failure;
      inside = isFailed(verdict)
        ? write('failure', { type, message }, escapeText(rows))
        : write('system-out', {}, escapeText(rows));
    }
    return write('testcase', { classname: 'contract', name: id, time: timeOf(ms) }, inside);
  });
  // What could not be judged must not look like a success either.
  const error = write('error', { message: line }, '');
  const errors =
    code === 2 ? [write('testcase', { classname: 'contract', name: 'this backend' }, error)] : [];
  const about = {
    name: titleOf(report),
    tests: cases.length + errors.length,
    failures: verdicts.filter(isFailed).length,
    errors: errors.length,
    skipped: verdicts.filter(({ outcome }) => outcome === 'not judged').length,
    time: timeOf(verdicts.reduce((sum, { ms }) => sum + ms, 0)),
  };
  const suite = write('testsuite', about, ['', ...errors, ...cases, ''].join('\n'));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suite}\n`;
}

/** The same as in GitHub's own toolkit. */
const escapeMessage = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent);
const escapeProperty = (text: string) => text.replace(/[%\r\n:,]/g, encodeURIComponent);

/** The findings as GitHub's workflow commands, each at the line of openapi.yaml that it breaks. */
export const toAnnotations = ({ findings }: Report): string =>
  findings
    .map(({ id, level, counts, line, call, expected, got, reason }) => {
      const rows = [call, `expected: ${expected}`, `got: ${got}`, ...(reason ? [`likely: ${reason}`] : [])];
      const title = escapeProperty(`${id} (${level})`);
      const kind = counts ? 'error' : 'warning';
      return `::${kind} file=openapi.yaml,line=${line},title=${title}::${escapeMessage(rows.join('\n'))}`;
    })
    .join('\n');
