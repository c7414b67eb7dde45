import type { Failure, Verdict } from './check.ts';
import { counts, type Level, levelNames, levels } from './level.ts';

/** A failure, and the journeys that it stopped besides its own. */
type Finding = { id: string; failure: Failure; others: string[] };

/** One finding for each root, the most harmful first: a signup that fails stops many journeys, and is told once. */
function findingsOf(verdicts: Verdict[]): Finding[] {
  const failed = verdicts.flatMap(({ id, failure }) => (failure ? [{ id, failure }] : []));
  const findings = failed
    .filter(({ id, failure }) => failure.root === id)
    .map((own) => ({
      ...own,
      others: failed
        .filter(({ id, failure }) => id !== own.id && failure.root === own.id)
        .map(({ id }) => id),
    }));
  return levelNames.flatMap((level) => findings.filter(({ failure }) => failure.level === level));
}

/** Whether nothing that counts was found, and everything was looked at. */
export const hasPassed = (verdicts: Verdict[], least: Level) =>
  verdicts.every(({ outcome, failure }) => (failure ? !counts(failure.level, least) : outcome !== 'not run'));

const count = (verdicts: Verdict[], outcome: Verdict['outcome']) =>
  verdicts.filter((it) => it.outcome === outcome).length;

const marks = { passed: '✓', failed: '✗', 'not run': '–' };

/** So many lines of findings leave room for the rest of the summary on a screen. */
const MOST_LINES = 14;

/** The report for a terminal: a screen that sums up, then each finding. */
export function toText(verdicts: Verdict[]): string {
  const findings = findingsOf(verdicts);
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.map(({ id, failure: { level, reason, shopper } }) =>
    cut(`✗ ${level}  ${id.padEnd(width)}  ${reason ?? shopper}`),
  );
  if (lines.length > MOST_LINES)
    lines.splice(MOST_LINES, Infinity, `  and ${findings.length - MOST_LINES} more, below`);
  const details = findings.map(({ id, failure, others }) =>
    [
      `✗ ${id}: ${failure.call}`,
      ...rowsOf(failure).map(([name, value]) => `  ${name.padEnd(8)}  ${value}`),
      ...(others.length ? [`  also      ${others.join(', ')}`] : []),
      ...(failure.script ? [`\n${failure.script.trimEnd()}`] : []),
    ].join('\n'),
  );
  return [summarize(verdicts).join('\n'), ...(lines.length ? [lines.join('\n')] : []), ...details].join(
    '\n\n',
  );
}

const cut = (line: string) => (line.length > 110 ? `${line.slice(0, 109)}…` : line);

const rowsOf = (failure: Failure): [string, string][] => {
  const { expected, got, reason, contract, level, shopper, before, curl, script } = failure;
  return [
    ['expected', expected],
    ['got', got],
    ...(reason ? [['likely', reason] as [string, string]] : []),
    ['contract', contract],
    ['shopper', shopper],
    ['level', `${level}: ${levels[level]}`],
    ...(script
      ? []
      : [...before.map((call): [string, string] => ['after', call]), ['try', curl] as [string, string]]),
  ];
};

const escapeText = (text: string) =>
  text
    .replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`)
    .replace(/[^\t\n\r -\ud7ff\ue000-\u{10ffff}]/gu, '\ufffd');

/** The report as one HTML file that needs no other. */
export function toHtml(title: string, verdicts: Verdict[]): string {
  const rows = verdicts.map(
    ({ id, outcome, summary }) =>
      `<tr class="${outcome.replace(' ', '-')}"><td>${marks[outcome]} ${outcome}<td>${escapeText(id)}<td>${escapeText(summary)}`,
  );
  const findings = findingsOf(verdicts).map(({ id, failure, others }) => {
    const values = rowsOf(failure).map(([name, value]) => `<dt>${name}<dd><code>${escapeText(value)}</code>`);
    const also = others.length ? `<dt>also<dd>${escapeText(others.join(', '))}` : '';
    const script = failure.script ? `<pre>${escapeText(failure.script)}</pre>` : '';
    return `<h2>✗ ${escapeText(id)}</h2><p><code>${escapeText(failure.call)}</code><dl>${values.join('')}${also}</dl>${script}`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
  td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top } td:first-child { white-space: nowrap }
  .failed { font-weight: bold } dt { font-weight: bold; margin-top: 0.5rem } dd { margin: 0 }
  code { overflow-wrap: anywhere; white-space: pre-wrap }
  pre { overflow-x: auto }
</style>
<h1>${escapeText(title)}</h1>
<p>${summarize(verdicts).map(escapeText).join('<br>')}
${findings.join('\n')}
<h2>All journeys</h2>
<table><tr><th align="left">Verdict<th align="left">Journey<th align="left">In words
${rows.join('\n')}
</table>
</html>
`;
}

/** The report as JUnit XML, which CI servers read. A failure that does not count is no failure there. */
export function toJUnit(verdicts: Verdict[], least: Level): string {
  const isFailure = (verdict: Verdict) => !hasPassed([verdict], least);
  const cases = verdicts.map((verdict) => {
    const { id, failure } = verdict;
    const text =
      failure && escapeText([failure.call, ...rowsOf(failure).map((row) => row.join(': '))].join('\n'));
    const inside = !isFailure(verdict)
      ? failure && `<system-out>${text}</system-out>`
      : failure
        ? `<failure type="${failure.level}" message="${escapeText(failure.got)}">${text}</failure>`
        : '<failure message="Not run: GET /items brought no items to choose from."/>';
    return `  <testcase classname="contract" name="${escapeText(id)}">${inside ?? ''}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="contract" tests="${verdicts.length}" failures="${verdicts.filter(isFailure).length}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

/** Whether the store can go live on this backend, and why, in a few lines. */
function summarize(verdicts: Verdict[]): string[] {
  const findings = findingsOf(verdicts);
  const left = count(verdicts, 'not run');
  const harm = findings.find(({ failure }) => failure.level !== 'strict');
  const found = levelNames.flatMap((level) => {
    const number = findings.filter(({ failure }) => failure.level === level).length;
    return number ? [`${number} ${level} (${levels[level]})`] : [];
  });
  return [
    harm || left
      ? '✗ The store cannot go live on this backend.'
      : `✓ The store can go live on this backend${findings.length ? '; what is left concerns requests that it never sends' : ''}.`,
    ...found.map((it) => `  ${it}`),
    `  ${count(verdicts, 'passed')} passed, ${count(verdicts, 'failed')} failed${left ? `, ${left} not run, because GET /items brought no items to choose from` : ''}.`,
  ];
}
