import { levelNames, levels } from '../judge/level.ts';
import { type Finding, type Report, toLines } from './report.ts';

const MAX_FINDINGS = 10;
const MAX_CALLS = 10;
const MAX_IDS = 8;

/** Breaks a long line between words. */
const wrap = (line: string) => line.replace(/(.{1,106})(?: |$)/g, '$1\n    ').trimEnd();

/** The report for a terminal: one screen with the verdict and the findings, then the details. */
export function toText(report: Report): string {
  const parts = [summarize(report), overview(report), skipped(report), ...report.findings.map(detail)];
  return parts.filter(Boolean).join('\n\n');
}

function summarize({ verdict, stop, contract, api, journeys, findings, notes }: Report): string {
  const count = (status: string) => journeys.filter((journey) => journey.status === status).length;
  const countLevel = (name: string) => findings.filter(({ level }) => level === name).length;
  const lines = [
    verdict,
    ...(stop?.call ? [`Last call: ${stop.call}`] : []),
    `Contract ${contract}, API ${api}`,
    `Journeys: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    `Findings: ${levelNames.map((name) => `${countLevel(name)} ${name}`).join(', ')}`,
    ...notes,
  ];
  return lines.map(wrap).join('\n  ');
}

function overview({ findings }: Report): string {
  const lines = findings
    .slice(0, MAX_FINDINGS)
    .map(({ id, level, known, summary }) => wrap(`${known ? '– known' : '✗'} ${level}  ${id}: ${summary}`));
  const more = findings.length - MAX_FINDINGS;
  return [...lines, ...(more > 0 ? [`  and ${more} more, described below`] : [])].join('\n');
}

function skipped({ journeys }: Report): string {
  const all = journeys.filter(({ status }) => status === 'skipped');
  const reasons = [...new Set(all.map(({ reason }) => reason))];
  const describe = (reason?: string) => {
    const ids = all.filter((journey) => journey.reason === reason).map(({ id }) => id);
    const more = ids.splice(MAX_IDS).length;
    return wrap(`? skipped: ${ids.join(', ')}${more ? ` and ${more} more` : ''}. Reason: ${reason}`);
  };
  return reasons.map(describe).join('\n');
}

function detail(finding: Finding): string {
  const { id, members, level, call, before } = finding;
  const hidden = before.length - MAX_CALLS;
  const rows: [string, string | undefined][] = [
    ['cause', finding.cause],
    ['expected', finding.expected],
    ['got', finding.got],
    ['contract', finding.contract],
    ['level', `${level}: ${levels[level]}`],
    ['after', hidden > 0 ? `${hidden} earlier calls` : undefined],
    ...before.slice(-MAX_CALLS).map((earlier): [string, string] => ['after', earlier]),
    ['try', finding.curl],
    ['also', members.slice(1).join(', ')],
  ];
  const lines = rows.flatMap(([name, value]) => (value ? `  ${name.padEnd(8)}  ${value}` : []));
  return [`✗ ${id}: ${call}`, ...lines].join('\n');
}

/** Findings as GitHub's workflow commands. They name the call, because the team's repository has no file of the kit. */
export function toAnnotations({ findings, verdict, exitCode }: Report): string {
  const encode = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent);
  const annotate = (kind: string, title: string, text: string) =>
    `::${kind} title=${encode(title).replace(/[:,]/g, encodeURIComponent)}::${encode(text)}`;
  const lines = findings.map((finding) =>
    annotate(finding.counts ? 'error' : 'warning', `${finding.id} (${finding.level})`, toLines(finding)),
  );
  if (exitCode === 2) lines.unshift(annotate('error', 'Contract check', verdict));
  return lines.join('\n');
}
