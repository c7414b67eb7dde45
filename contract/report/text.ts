import { levelNames, levels } from '../judge/level.ts';
import type { Finding, Report } from './report.ts';

/** How many findings, calls or journeys a list shows. */
const MAX_LISTED = 10;

/** Breaks a long line between words. */
const wrap = (line: string) => line.replace(/(.{1,106})(?: |$)/g, '$1\n    ').trimEnd();

const shorten = (list: string[]) =>
  list.length > MAX_LISTED ? [...list.slice(0, MAX_LISTED), `and ${list.length - MAX_LISTED} more`] : list;

/** The report for a terminal: one screen with the verdict and the findings, then the details. */
export function toText(report: Report): string {
  const news = report.findings.filter(({ known }) => !known);
  const old = report.findings.filter(({ known }) => known);
  const parts = [summarize(report), overview(news), tolerated(old), skipped(report), ...news.map(detail)];
  return parts.filter(Boolean).join('\n\n');
}

function summarize({ verdict, contract, api, journeys, findings, notes }: Report): string {
  const count = (status: string) => journeys.filter((journey) => journey.status === status).length;
  const countLevel = (name: string) => findings.filter(({ level }) => level === name).length;
  const lines = [
    verdict,
    `Contract ${contract}, API ${api}`,
    `Journeys: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    `Findings: ${levelNames.map((name) => `${countLevel(name)} ${name}`).join(', ')}`,
    ...notes,
  ];
  return lines.map(wrap).join('\n  ');
}

function overview(findings: Finding[]): string {
  const lines = findings.map(({ id, level, summary }) => wrap(`✗ ${level}  ${id}: ${summary}`));
  return shorten(lines).join('\n');
}

/** The findings of which all failures are in the baseline. */
const tolerated = (findings: Finding[]) =>
  findings.map(({ id, level, tolerance }) => `– ${level}  ${id}: ${tolerance}`).join('\n');

function skipped({ journeys }: Report): string {
  const all = journeys.filter(({ status }) => status === 'skipped');
  const reasons = [...new Set(all.map(({ reason }) => reason))];
  const lines = reasons.map((reason) => {
    const ids = all.filter((journey) => journey.reason === reason).map(({ id }) => id);
    return wrap(`? skipped  ${shorten(ids).join(', ')}: ${reason}`);
  });
  return lines.join('\n');
}

/** A successful load, which changed nothing. A call that ran at the same time as others ends with a note, and stays in the list. */
const isLoad = (call: string) => /GET \S+ → [23]\d\d$/.test(call);

function detail(finding: Finding) {
  const { id, call, level, cause, expected, got, contract, earlierCalls, journeys } = finding;
  const rows = {
    cause: cause ?? [],
    expected,
    got,
    contract,
    level: `${level}: ${levels[level]}`,
    after: earlierCalls.filter((call) => !isLoad(call)).slice(-MAX_LISTED),
    also: journeys.length > 1 ? shorten(journeys.filter((other) => other !== id)).join(', ') : [],
    try: finding.try,
  };
  const lines = Object.entries(rows).flatMap(([name, values]) =>
    [values].flat().map((value) => `  ${name.padEnd(8)}  ${value}`),
  );
  return [`✗ ${id}: ${call}`, ...lines].join('\n');
}
