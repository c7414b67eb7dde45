import type { Failure, Verdict } from './check';

/** A failure and the journeys that meet it. */
type Finding = { failure: Failure; ids: string[] };

/** One finding for each cause: a signup that fails stops many journeys, and is told once, by the first. */
function findingsOf(verdicts: Verdict[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { id, failure } of verdicts) {
    if (!failure) continue;
    const found = findings.get(failure.cause);
    if (found) found.ids.push(id);
    else findings.set(failure.cause, { failure, ids: [id] });
  }
  return [...findings.values()];
}

const count = (verdicts: Verdict[], outcome: Verdict['outcome']) =>
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
  return [table.join('\n'), ...findings, summarize(verdicts)].join('\n\n');
}

const rowsOf = ({ expected, got, contract, shopper, before, curl }: Failure): [string, string][] => [
  ['expected', expected],
  ['got', got],
  ['contract', contract],
  ['shopper', shopper],
  ...before.map((call): [string, string] => ['after', call]),
  ['try', curl],
];

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
  const findings = findingsOf(verdicts).map(({ failure, ids: [first = '', ...others] }) => {
    const values = rowsOf(failure).map(([name, value]) => `<dt>${name}<dd><code>${escapeText(value)}</code>`);
    const also = others.length ? `<dt>also<dd>${escapeText(others.join(', '))}` : '';
    return `<h2>✗ ${escapeText(first)}</h2><p><code>${escapeText(failure.call)}</code><dl>${values.join('')}${also}</dl>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
  td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top } td:first-child { white-space: nowrap }
  .failed { font-weight: bold } dt { font-weight: bold; margin-top: 0.5rem } dd { margin: 0 }
  code { overflow-wrap: anywhere }
</style>
<h1>${escapeText(title)}</h1>
<p>${summarize(verdicts)}
<table><tr><th align="left">Verdict<th align="left">Journey<th align="left">In words
${rows.join('\n')}
</table>
${findings.join('\n')}
</html>
`;
}

/** The report as JUnit XML, which CI servers read. */
export function toJUnit(verdicts: Verdict[]): string {
  const cases = verdicts.map(({ id, outcome, failure }) => {
    const inside = failure
      ? `<failure message="${escapeText(failure.got)}">${escapeText([failure.call, ...rowsOf(failure).map((row) => row.join(': '))].join('\n'))}</failure>`
      : outcome === 'not run'
        ? '<failure message="Not run: GET /items brought no items to choose from."/>'
        : '';
    return `  <testcase classname="contract" name="${escapeText(id)}">${inside}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="contract" tests="${verdicts.length}" failures="${verdicts.length - count(verdicts, 'passed')}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

/** The outcome in a line. */
function summarize(verdicts: Verdict[]): string {
  const [passed, failed, left] = (['passed', 'failed', 'not run'] as const).map((it) => count(verdicts, it));
  const missing = left ? `, ${left} not run, because GET /items brought no items to choose from` : '';
  return `${passed} passed, ${failed} failed${missing}.`;
}
