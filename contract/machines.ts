import { counts } from './level.ts';
import { count, escapeText, type Report, rowsOf, titleOf } from './report.ts';
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

/** The report as JUnit XML, which CI servers read. A failure that does not count, or is known, is no failure there. */
export function toJUnit(report: Report): string {
  const { verdicts, findings, level, line, code, baseline } = report;
  const write = (name: string, attributes: object, inside = '') => {
    const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(`${value}`)}"`);
    return `<${name}${all.join('')}>${inside}</${name}>`;
  };
  const writeCase = (name: string, ms: number, inside: string) =>
    write('testcase', { classname: 'contract', name, time: (ms / 1000).toFixed(3) }, inside);
  const isFailed = ({ failure }: Verdict) =>
    failure !== undefined && counts(failure.level, level) && !baseline?.left.includes(failure.root);
  const cases = verdicts.map((verdict) => {
    const { id, failure, outcome, why, ms } = verdict;
    const skipped = outcome === 'not judged' && write('skipped', { message: `Not judged, because ${why}.` });
    if (!failure) return writeCase(id, ms, skipped || '');
    const finding = findings.find((it) => it.id === id) ?? { ...failure, id, counts: true, others: [] };
    const text = escapeText([failure.call, ...rowsOf(finding).map((row) => row.join(': '))].join('\n'));
    const about = { type: failure.level, message: failure.got };
    return writeCase(
      id,
      ms,
      isFailed(verdict) ? write('failure', about, text) : write('system-out', {}, text),
    );
  });
  // What could not be judged must not look like a success either.
  const errors = code === 2 ? [writeCase('this backend', 0, write('error', { message: line }))] : [];
  const about = {
    name: titleOf(report),
    tests: cases.length + errors.length,
    failures: verdicts.filter(isFailed).length,
    errors: errors.length,
    skipped: count(verdicts, 'not judged'),
    time: (verdicts.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3),
  };
  const suite = write('testsuite', about, ['', ...errors, ...cases, ''].join('\n'));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suite}\n`;
}

/** The same as in GitHub's own toolkit. */
const escapeMessage = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent);
const escapeProperty = (text: string) => text.replace(/[%\r\n:,]/g, encodeURIComponent);

/** The findings as GitHub's workflow commands, each at the line of openapi.yaml that it breaks. */
export const toAnnotations = ({ findings, baseline }: Report): string =>
  findings
    .map(({ id, level, counts, line, call, expected, got, reason }) => {
      const rows = [call, `expected: ${expected}`, `got: ${got}`, ...(reason ? [`likely: ${reason}`] : [])];
      const title = escapeProperty(`${id} (${level})`);
      const kind = counts && !baseline?.left.includes(id) ? 'error' : 'warning';
      return `::${kind} file=openapi.yaml,line=${line},title=${title}::${escapeMessage(rows.join('\n'))}`;
    })
    .join('\n');
