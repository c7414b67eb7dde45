import { levelNames, levels } from '../judge/level.ts';
import { groupBy } from './groupBy.ts';
import type { Finding, Report } from './report.ts';

const MAX_LINES = 14;
const MAX_WIDTH = 110;
const MAX_IDS = 8;
const MAX_CALLS = 10;

const cut = (line: string) => (line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH - 1)}…` : line);
const list = (ids: string[]) =>
  ids.length > MAX_IDS
    ? `${ids.slice(0, MAX_IDS).join(', ')} and ${ids.length - MAX_IDS} more`
    : ids.join(', ');

/** The report for a terminal: one screen with a line per finding, then the details. */
export function toText(report: Report): string {
  const parts = [summarize(report), overview(report), skipped(report), ...report.findings.map(detail)];
  return parts.filter(Boolean).join('\n\n');
}

function summarize({ verdict, stop, contract, api, journeys, findings, notes }: Report): string {
  const count = (status: string) => journeys.filter((journey) => journey.status === status).length;
  const counted = levelNames.flatMap((name) => {
    const number = findings.filter(({ level }) => level === name).length;
    return number ? `${number} ${name}: ${levels[name]}` : [];
  });
  return [
    verdict,
    ...(stop?.call ? [`Last call: ${stop.call}`] : []),
    `Contract ${contract}, API ${api}`,
    `Journeys: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
    ...counted,
    ...notes,
  ].join('\n  ');
}

function overview({ findings }: Report): string {
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.map(({ id, level, known, summary }) =>
    cut(`${known ? '–' : '✗'} ${level}  ${id.padEnd(width)}  ${known ? '(known) ' : ''}${summary}`),
  );
  const more = lines.splice(MAX_LINES).length;
  return [...lines, ...(more ? [`  and ${more} more, below`] : [])].join('\n');
}

function skipped({ journeys }: Report): string {
  const all = journeys.filter(({ status }) => status === 'skipped');
  const groups = groupBy(all, ({ reason }) => reason ?? '');
  return groups
    .map((own) => cut(`? skipped: ${own[0]?.reason}: ${list(own.map(({ id }) => id))}`))
    .join('\n');
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
    ['also', list(members.slice(1))],
  ];
  const lines = rows.flatMap(([name, value]) => (value ? `  ${name.padEnd(8)}  ${value}` : []));
  return [`✗ ${id}: ${call}`, ...lines].join('\n');
}

/** Findings as GitHub's workflow commands. They name the call: the team's repository has no file of the kit. */
export function toAnnotations({ findings, verdict, exitCode }: Report): string {
  const annotate = (kind: string, title: string, text: string) =>
    `::${kind} title=${escapeText(title).replace(/[:,]/g, encodeURIComponent)}::${escapeText(text)}`;
  const all = findings.map(({ id, level, counts, summary, call, expected, got }) =>
    annotate(
      counts ? 'error' : 'warning',
      `${id} (${level})`,
      [summary, call, `expected: ${expected}`, `got: ${got}`].join('\n'),
    ),
  );
  return [...(exitCode === 2 ? [annotate('error', 'Contract check', verdict)] : []), ...all].join('\n');
}

const escapeText = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent);
