import type { Baseline, Failure, Run, Verdict } from './check.ts';
import { counts, type Level, levelNames, levels } from './level.ts';
import { marks } from './terminal.ts';

/** A failure, and the journeys in which the same cause was seen. The level is that of the most harmful. */
export type Finding = { id: string; level: Level; failure: Failure; others: string[] };

/** One finding for each root, the most harmful first: a signup that fails stops many journeys, and is told once. */
export function findingsOf(verdicts: Verdict[]): Finding[] {
  const failed = verdicts.flatMap(({ id, failure }) => (failure ? [{ id, failure }] : []));
  const findings = failed
    .filter(({ id, failure }) => failure.root === id)
    .map(({ id, failure }) => {
      const all = failed.filter((it) => it.failure.root === id);
      const level = levelNames.find((name) => all.some((it) => it.failure.level === name)) ?? failure.level;
      return { id, level, failure, others: all.map((it) => it.id).filter((it) => it !== id) };
    });
  return levelNames.flatMap((name) => findings.filter(({ level }) => level === name));
}

/** The first line of every report, and the exit code that follows it: 0 for what was asked for, 1 for less, 2 where nobody can say. */
export function judge(
  { verdicts, of, stop, baseline }: Run,
  least: Level,
): { line: string; code: 0 | 1 | 2 } {
  const findings = findingsOf(verdicts);
  const counted = findings.filter(({ level }) => counts(level, least));
  const isHarm = ({ level }: Finding) => level !== 'strict';
  const unjudged = verdicts.filter(({ outcome }) => outcome === 'not judged');
  const because = `${unjudged.length} of ${verdicts.length} journeys were not judged, because ${unjudged[0]?.why}.`;
  if (stop) {
    const last = stop.call ? ` Last call: ${stop.call}` : '';
    return counted.some((it) => isHarm(it) && it.id !== stop.toldBy)
      ? {
          line: `✗ The store cannot go live on this backend; the rest could not be judged. ${stop.why}${last}`,
          code: 1,
        }
      : { line: `? This backend could not be judged. ${stop.why}${last}`, code: 2 };
  }
  if (baseline && !unjudged.length && !baseline.fresh.length && !baseline.ended.length && counted.length) {
    const part = of ? ` in ${verdicts.length} of ${of.all} journeys, ${of.rest}` : ' on this backend';
    return {
      line: `– Nothing new${part}: known failures are left, ${baseline.left.length} of them.`,
      code: 0,
    };
  }
  if (of !== undefined) {
    const part = `${verdicts.length} of ${of.all} journeys, ${of.rest}:`;
    if (counted.length) return { line: `✗ ${part} ${count(verdicts, 'failed')} failed.`, code: 1 };
    if (unjudged.length) return { line: `? ${part} this backend could not be judged. ${because}`, code: 2 };
    const failed = `${count(verdicts, 'failed')} failed, which is allowed at --level ${least}`;
    return { line: `– ${part} ${findings.length ? failed : 'all passed'}.`, code: 0 };
  }
  if (counted.some(isHarm)) return { line: '✗ The store cannot go live on this backend.', code: 1 };
  if (unjudged.length) return { line: `? This backend could not be judged. ${because}`, code: 2 };
  if (counted.length)
    return {
      line: '✗ The store cannot go live on this backend at --level strict; at --level unsafe it can.',
      code: 1,
    };
  if (findings.some(isHarm))
    return {
      line: '✓ Nothing breaks on this backend; what is unsafe has to be mended before the store goes live.',
      code: 0,
    };
  const tail = findings.length ? '; what is left concerns requests that it never sends' : '';
  return { line: `✓ The store can go live on this backend${tail}.`, code: 0 };
}

const count = (verdicts: Verdict[], outcome: Verdict['outcome']) =>
  verdicts.filter((it) => it.outcome === outcome).length;

/** So many lines of findings leave room for the rest of the summary on a screen. */
const MOST_LINES = 14;

/** The report for a terminal: a screen that sums up, then each finding. */
export function toText(title: string, run: Run, least: Level, withScripts = false): string {
  const findings = findingsOf(run.verdicts);
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.map(({ id, level, failure: { reason, shopper } }) =>
    cut(`✗ ${level}  ${id.padEnd(width)}  ${reason ?? shopper}`),
  );
  if (lines.length > MOST_LINES)
    lines.splice(MOST_LINES, Infinity, `  and ${findings.length - MOST_LINES} more, below`);
  const details = findings.map((finding) =>
    [
      `✗ ${finding.id}: ${finding.failure.call}`,
      ...rowsOf(finding).map(([name, value]) => `  ${name.padEnd(8)}  ${value}`),
      ...(withScripts || isSequence(finding) ? [`\n${finding.failure.script.trimEnd()}`] : []),
    ].join('\n'),
  );
  const left = describeUnjudged(run.verdicts).map((it) => `? ${it}`);
  const summary = summarize(title, run, least).join('\n  ');
  return [summary, ...[lines, left].flatMap((it) => (it.length ? it.join('\n') : [])), ...details].join(
    '\n\n',
  );
}

const cut = (line: string) => (line.length > 110 ? `${line.slice(0, 109)}…` : line);

/** What random sequences found is long, and told by its script alone. */
const isSequence = ({ id }: Finding) => id === 'randomSequences';

const rowsOf = (finding: Finding): [string, string][] => {
  const { level, others, failure } = finding;
  const { expected, got, reason, contract, shopper, before, curl } = failure;
  const calls: [string, string][] = [
    ...before.map((call): [string, string] => ['after', call]),
    ['try', curl],
  ];
  return [
    ['expected', expected],
    ['got', got],
    ...(reason ? [['likely', reason] as [string, string]] : []),
    ['contract', contract],
    ['shopper', shopper],
    ['level', `${level}: ${levels[level]}`],
    ...(isSequence(finding) ? [] : calls),
    ...(others.length ? [['also', others.join(', ')] as [string, string]] : []),
  ];
};

/** What was not judged, by the reason. */
function describeUnjudged(verdicts: Verdict[]): string[] {
  const reasons = new Set(verdicts.flatMap(({ outcome, why }) => (outcome === 'not judged' ? `${why}` : [])));
  return [...reasons].map((why) => {
    const ids = verdicts.filter((it) => it.why === why).map(({ id }) => id);
    const more = ids.length > 8 ? ` and ${ids.length - 8} more` : '';
    return `not judged, because ${why}: ${ids.slice(0, 8).join(', ')}${more}`;
  });
}

const escapeText = (text: string) =>
  text
    .replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`)
    .replace(/[^\t\n\r -\ud7ff\ue000-\u{10ffff}]/gu, '\ufffd');

/** The report as one HTML file that needs no other: the run as a picture, then each finding. */
export function toHtml(title: string, run: Run, least: Level): string {
  const { verdicts } = run;
  const rows = verdicts.map(({ id, outcome, summary, failure, why = '' }) => {
    const words = failure ? failure.shopper : why ? `Not judged, because ${why}.` : summary;
    const name = failure?.root === id ? `<a href="#${encodeURI(id)}">${escapeText(id)}</a>` : escapeText(id);
    return `<li class="${failure?.level ?? outcome.replace(' ', '-')}">${marks[outcome]} <b>${name}</b> <span>${escapeText(words)}</span>`;
  });
  const findings = findingsOf(verdicts).map((finding) => {
    const { id, failure } = finding;
    const values = rowsOf(finding).map(([name, value]) => `<dt>${name}<dd><code>${escapeText(value)}</code>`);
    return `<h2 id="${encodeURI(id)}">✗ ${escapeText(id)}</h2><p><code>${escapeText(failure.call)}</code><dl>${values.join('')}</dl>
<details><summary>As a shell script</summary><pre tabindex="0">${escapeText(failure.script)}</pre></details>`;
  });
  const [first = '', ...more] = summarize(title, run, least).map(escapeText);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
  :root { color-scheme: light dark; color: CanvasText; background: Canvas; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  ol { list-style: none; padding: 0; font-size: 0.875rem; line-height: 1.3 }
  li { display: grid; grid-template-columns: 1rem 14rem 1fr; gap: 0 0.5rem; padding: 0.1rem 0.5rem; border-left: 0.75rem solid #2da44e }
  li b { font-weight: inherit } a { color: inherit }
  .breaks, .unsafe, .strict { border-color: #cf222e; font-weight: bold; background: #cf222e22 }
  .unsafe { border-color: #bc4c00; background: #bc4c0022 } .strict { border-color: #bf8700; background: #bf870022 }
  .not-judged { border-color: #8c959f; border-left-style: dotted }
  @media (max-width: 40rem) { li { grid-template-columns: 1rem 1fr } span { grid-column: 2 } .passed span { display: none } }
  dt { font-weight: bold; margin-top: 0.5rem } dd { margin: 0 } code, pre { white-space: pre-wrap }
</style>
<main>
<h1>${first}</h1>
<p>${[...more, ...describeUnjudged(verdicts).map(escapeText)].join('<br>')}
<ol aria-label="The run: each journey, and what a shopper meets where it fails">
${rows.join('\n')}
</ol>
${findings.join('\n')}
</main>
</html>
`;
}

/** The report as JUnit XML, which CI servers read. A failure that does not count is no failure there. */
export function toJUnit(title: string, run: Run, least: Level): string {
  const { verdicts } = run;
  const { line, code } = judge(run, least);
  const isFailure = ({ failure }: Verdict) => failure !== undefined && counts(failure.level, least);
  const inSeconds = (ms: number) => (ms / 1000).toFixed(3);
  const findings = findingsOf(verdicts);
  const cases = verdicts.map((verdict) => {
    const { id, failure, outcome, why, ms } = verdict;
    const rows = failure
      ? rowsOf(findings.find((it) => it.id === id) ?? { id, level: failure.level, failure, others: [] })
      : [];
    const text = failure && escapeText([failure.call, ...rows.map((row) => row.join(': '))].join('\n'));
    const inside = isFailure(verdict)
      ? `<failure type="${failure?.level}" message="${escapeText(failure?.got ?? '')}">${text}</failure>`
      : outcome === 'not judged'
        ? `<skipped message="${escapeText(`Not judged, because ${why}.`)}"/>`
        : failure && `<system-out>${text}</system-out>`;
    return `  <testcase classname="contract" name="${escapeText(id)}" time="${inSeconds(ms)}">${inside ?? ''}</testcase>`;
  });
  // What could not be judged must not look like a success either.
  const errors = code === 2 ? 1 : 0;
  const error = `  <testcase classname="contract" name="this backend"><error message="${escapeText(line)}"/></testcase>`;
  const total = verdicts.reduce((sum, { ms }) => sum + ms, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeText(title)}" tests="${verdicts.length + errors}" failures="${verdicts.filter(isFailure).length}" errors="${errors}" skipped="${count(verdicts, 'not judged')}" time="${inSeconds(total)}">`,
    ...(errors ? [error] : []),
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

/** What the run says, its first line first. */
function summarize(title: string, run: Run, least: Level): string[] {
  const { verdicts, notes } = run;
  const findings = findingsOf(verdicts);
  const found = levelNames.flatMap((name) => {
    const number = findings.filter(({ level }) => level === name).length;
    return number ? [`${number} ${name} (${levels[name]})`] : [];
  });
  const left = count(verdicts, 'not judged');
  const counted = `${count(verdicts, 'passed')} passed, ${count(verdicts, 'failed')} failed${left ? `, ${left} not judged` : ''}.`;
  return [judge(run, least).line, title, ...found, counted, ...describeBaseline(run.baseline), ...notes];
}

function describeBaseline({ fresh, ended, mended, left }: Partial<Baseline> = {}): string[] {
  const rows = {
    New: fresh,
    'Known, but its day is over': ended?.map(({ id, reason, until }) => `${id} (${reason}, until ${until})`),
    'Known and left': left,
    'Mended, to be taken out by --update-baseline': mended,
  };
  return Object.entries(rows).flatMap(([name, all]) => (all?.length ? `${name}: ${all.join(', ')}` : []));
}
