import { counts, type Level, levelNames, levels } from './level.ts';
import type { Failure, Run, Verdict } from './run.ts';
import { marks } from './terminal.ts';

/** A failure, and the journeys in which the same cause was seen. The level is that of the most harmful. */
export type Finding = Omit<Failure, 'root'> & { id: string; counts: boolean; others: string[] };

/** What every report is drawn from. */
export type Report = ReturnType<typeof makeReport>;

/** What a run comes to where failures of `least` or more harm count. */
export function makeReport(run: Run, least: Level, about: { contract: string; api: string }) {
  const findings = findingsOf(run.verdicts, least);
  const { line, code } = judge(run, findings, least);
  return { ...about, ...run, level: least, line, code, findings };
}

/** One finding for each root, the most harmful first: a signup that fails stops many journeys, and is told once. */
export function findingsOf(verdicts: Verdict[], least: Level): Finding[] {
  const failed = verdicts.flatMap(({ id, failure }) => (failure ? [{ id, ...failure }] : []));
  const findings = failed.flatMap(({ root, ...own }) => {
    if (root !== own.id) return [];
    const all = failed.filter((it) => it.root === root);
    const level = levelNames.find((name) => all.some((it) => it.level === name)) ?? own.level;
    const others = all.map(({ id }) => id).filter((id) => id !== root);
    return { ...own, level, counts: counts(level, least), others };
  });
  return levelNames.flatMap((name) => findings.filter(({ level }) => level === name));
}

/** The first line of every report, and the exit code that follows it: 0 for what was asked for, 1 for less, 2 where nobody can say. */
function judge({ verdicts, of, stop, baseline }: Run, findings: Finding[], least: Level) {
  const isHarm = ({ level }: Finding) => level !== 'strict';
  const counted = findings.filter((it) => it.counts);
  const unjudged = verdicts.filter(({ outcome }) => outcome === 'not judged');
  const part = `${verdicts.length} of ${of?.all} journeys, ${of?.rest}`;
  const where = of ? `in ${part}` : 'on this backend';
  const failed = `${count(verdicts, 'failed')} failed`;
  const known = baseline?.left.length;
  const last = `${stop?.why}${stop?.call ? ` Last call: ${stop.call}` : ''}`;
  const because = `${unjudged.length} of ${verdicts.length} journeys were not judged, because ${unjudged[0]?.why}.`;
  const can = '✓ The store can go live on this backend';
  const cannot = '✗ The store cannot go live on this backend';
  const unknown = 'backend could not be judged.';
  const harmless = 'what is left concerns requests that it never sends';
  const harmful = 'what is unsafe has to be mended before the store goes live';
  const isKnown = baseline && !unjudged.length && !baseline.fresh.length && !baseline.ended.length;
  const wasHarmed = counted.some((it) => isHarm(it) && it.id !== stop?.toldBy);
  // The first that is so.
  const lines: [isSo: unknown, code: 0 | 1 | 2, line: string][] = [
    [stop && wasHarmed, 1, `${cannot}; the rest could not be judged. ${last}`],
    [stop, 2, `? This ${unknown} ${last}`],
    [of && !verdicts.length, 2, `? ${part}: this ${unknown} What was asked for needs signups.`],
    [isKnown && counted.length, 0, `– Nothing new ${where}: known failures are left, ${known} of them.`],
    [of && counted.length, 1, `✗ ${part}: ${failed}.`],
    [of && unjudged.length, 2, `? ${part}: this ${unknown} ${because}`],
    [of && findings.length, 0, `– ${part}: ${failed}, which is allowed at --level ${least}.`],
    [of, 0, `– ${part}: all passed.`],
    [counted.some(isHarm), 1, `${cannot}.`],
    [unjudged.length, 2, `? This ${unknown} ${because}`],
    [counted.length, 1, `${cannot} at --level strict; at --level unsafe it can.`],
    [findings.some(isHarm), 0, `✓ Nothing breaks on this backend; ${harmful}.`],
    [findings.length, 0, `${can}; ${harmless}.`],
  ];
  const [, code, line] = lines.find(([isSo]) => isSo) ?? [true, 0, `${can}.`];
  return { code, line };
}

export const count = (verdicts: Verdict[], outcome: Verdict['outcome']) =>
  verdicts.filter((it) => it.outcome === outcome).length;

export const titleOf = ({ contract, api }: Report) => `Contract ${contract} against ${api}`;

/** What the run says, its first line first. */
function summarize(report: Report): string[] {
  const { line, verdicts, findings, baseline, notes } = report;
  const found = levelNames.flatMap((name) => {
    const number = findings.filter(({ level }) => level === name).length;
    return number ? `${number} ${name} (${levels[name]})` : [];
  });
  const left = count(verdicts, 'not judged');
  const counted = `${count(verdicts, 'passed')} passed, ${count(verdicts, 'failed')} failed${left ? `, ${left} not judged` : ''}.`;
  const known = {
    New: baseline?.fresh,
    'Known, but its day is over': baseline?.ended.map((it) => `${it.id} (${it.reason}, until ${it.until})`),
    'Known and left': baseline?.left,
    'Mended, to be taken out by --update-baseline': baseline?.mended,
    'Known, but not looked at in this run': baseline?.unseen,
  };
  const compared = Object.entries(known).flatMap(([name, all]) =>
    all?.length ? `${name}: ${all.join(', ')}` : [],
  );
  return [line, titleOf(report), ...found, counted, ...compared, ...notes];
}

/** What was not judged, by the reason. */
function describeUnjudged({ verdicts }: Report): string[] {
  const unjudged = verdicts.filter(({ outcome }) => outcome === 'not judged');
  return [...new Set(unjudged.map(({ why }) => why))].map((why) => {
    const ids = unjudged.filter((it) => it.why === why).map(({ id }) => id);
    const more = ids.length > 8 ? ` and ${ids.length - 8} more` : '';
    return `not judged, because ${why}: ${ids.slice(0, 8).join(', ')}${more}`;
  });
}

/** So many lines of findings leave room for the rest of the summary on a screen. */
const MOST_LINES = 14;

/** The report for a terminal: a screen that sums up, then each finding. */
export function toText(report: Report, withScripts = false): string {
  const { findings } = report;
  const width = Math.max(...findings.map(({ id }) => id.length));
  const lines = findings.map(({ id, level, reason, shopper }) => {
    const line = `✗ ${level}  ${id.padEnd(width)}  ${reason ?? shopper}`;
    return line.length > 110 ? `${line.slice(0, 109)}…` : line;
  });
  if (lines.length > MOST_LINES)
    lines.splice(MOST_LINES, Infinity, `  and ${lines.length - MOST_LINES} more, below`);
  const details = findings.map((finding) => {
    const rows = rowsOf(finding).map(([name = '', value]) => `\n  ${name.padEnd(8)}  ${value}`);
    const script = withScripts || isSequence(finding) ? `\n\n${finding.script.trimEnd()}` : '';
    return `✗ ${finding.id}: ${finding.call}${rows.join('')}${script}`;
  });
  const left = describeUnjudged(report).map((it) => `? ${it}`);
  const parts = [summarize(report).join('\n  '), lines.join('\n'), left.join('\n'), ...details];
  return parts.filter(Boolean).join('\n\n');
}

/** What random sequences found is long, and told by its script alone. */
const isSequence = ({ id }: Finding) => id === 'randomSequences';

/** A finding by names and values. */
export function rowsOf(finding: Finding): string[][] {
  const { level, others, expected, got, reason = '', contract, shopper, before, curl } = finding;
  const calls = [...before.map((call) => ['after', call]), ['try', curl]];
  const rows = [
    ['expected', expected],
    ['got', got],
    ['likely', reason],
    ['contract', contract],
    ['shopper', shopper],
    ['level', `${level}: ${levels[level]}`],
    ...(isSequence(finding) ? [] : calls),
    ['also', others.join(', ')],
  ];
  return rows.filter(([, value]) => value);
}

/** For HTML and XML. */
export const escapeText = (text: string) =>
  text
    .replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`)
    .replace(/[^\t\n\r -\ud7ff\ue000-\u{10ffff}]/gu, '\ufffd');

/** The report as one HTML file that needs no other: the run as a picture, then each finding. */
export function toHtml(report: Report): string {
  const rows = report.verdicts.map(({ id, outcome, summary, failure, why = '' }) => {
    const words = failure ? failure.shopper : why ? `Not judged, because ${why}.` : summary;
    const name = failure?.root === id ? `<a href="#${encodeURI(id)}">${escapeText(id)}</a>` : escapeText(id);
    return `<li class="${failure?.level ?? outcome.replace(' ', '-')}">${marks[outcome]} <b>${name}</b> <span>${escapeText(words)}</span>`;
  });
  const findings = report.findings.map((finding) => {
    const { id, call, script } = finding;
    const values = rowsOf(finding).map(
      ([name, value = '']) => `<dt>${name}<dd><code>${escapeText(value)}</code>`,
    );
    return `<h2 id="${encodeURI(id)}">✗ ${escapeText(id)}</h2><p><code>${escapeText(call)}</code><dl>${values.join('')}</dl>
<details><summary>As a shell script</summary><pre tabindex="0">${escapeText(script)}</pre></details>`;
  });
  const [first, ...more] = [...summarize(report), ...describeUnjudged(report)].map(escapeText);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(titleOf(report))}</title>
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
<p>${more.join('<br>')}
<ol aria-label="The run: each journey, and what a shopper meets where it fails">
${rows.join('\n')}
</ol>
${findings.join('\n')}
</main>
</html>
`;
}
