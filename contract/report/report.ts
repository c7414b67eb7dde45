import type { CheckOptions } from '../cli/flags.ts';
import type { ExitCode } from '../cli/io.ts';
import { explainMissing } from '../judge/causes.ts';
import { type Exchange, isSuccess, nameOf } from '../judge/exchange.ts';
import { describeCall, describeResponse, inLine } from '../judge/expect.ts';
import { NEEDS_SIGNUP, type Stop } from '../judge/failure.ts';
import { contractVersion } from '../judge/files.ts';
import { levelNames, worst } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { findKnown, type Known, toleranceOf } from './baseline.ts';

const GOOD = '✓ The store can go live on this backend';
const BAD = '✗ The store cannot go live on this backend';

/** A run that has ended. */
export type Run = {
  options: CheckOptions;
  outcomes: Outcome[];
  exchanges: Exchange[];
  stop: Stop | undefined;
  notes: string[];
  known: Known[];
  redact: (text: string) => string;
};

export type Finding = ReturnType<typeof makeFinding>;
/** What --json prints, and what the other reports are made of. report.schema.json describes it. */
export type Report = ReturnType<typeof makeReport>;

export function makeReport(run: Run) {
  const { api, level, allJourneys } = run.options;
  const findings = makeFindings(run);
  const { exitCode, verdict } = judge(run, findings);
  const report = {
    version: 2,
    contract: contractVersion(),
    api,
    level,
    exitCode,
    verdict,
    notes: run.notes,
    totalJourneys: allJourneys,
    findings,
    journeys: run.outcomes.map((outcome) => describeOutcome(outcome, findings)),
  };
  return redactTexts(report, run.redact);
}

type Verdict = { exitCode: ExitCode; verdict: string };

/** The first line of every report, and the exit code. */
function judge({ outcomes, stop, options }: Run, findings: Finding[]): Verdict {
  const failing = findings.filter(({ failsRun }) => failsRun);
  const isHarmful = failing.some((finding) => finding.level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const unjudged = skipped.filter(({ isBlocking }) => isBlocking);
  const reasons = [...new Set(unjudged.map(({ reason }) => reason))].join('; ');
  const isNothingJudged = skipped.length === outcomes.length;
  const reason =
    stop?.message ??
    (isNothingJudged
      ? skipped[0]?.reason
      : reasons && `${unjudged.length} of ${outcomes.length} journeys did not run, because ${reasons}`);
  if (reason && !isHarmful) return { exitCode: 2, verdict: `? This backend could not be judged: ${reason}.` };

  const { level, allJourneys } = options;
  const isPart = outcomes.length < allJourneys || skipped.some((outcome) => outcome.reason === NEEDS_SIGNUP);
  const part = isPart && `${outcomes.length - skipped.length} of ${allJourneys} journeys`;
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  if (failing.length && part) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  if (isHarmful) return { exitCode: 1, verdict: `${BAD}.` };
  if (failing.length)
    return { exitCode: 1, verdict: `${BAD} at --level strict. The backend passes --level unsafe.` };

  const tolerated = `all failures are in the baseline or allowed by --level ${level}`;
  if (part) return { exitCode: 0, verdict: `– ${part}: ${failed ? tolerated : 'all passed'}.` };
  if (!failed) return { exitCode: 0, verdict: `${GOOD}.` };
  const isHarmless = findings.every((finding) => finding.level === 'strict');
  return { exitCode: 0, verdict: isHarmless ? `${GOOD}: ${tolerated}.` : `– On this backend, ${tolerated}.` };
}

/** Hides secrets in every text of a value, and brings each text into one line. */
const redactTexts = <Value extends object>(value: Value, redact: Run['redact']): Value =>
  JSON.parse(JSON.stringify(value), (_key, part) => (typeof part === 'string' ? redact(inLine(part)) : part));

function describeOutcome(outcome: Outcome, findings: Finding[]) {
  const { journey, status, seconds } = outcome;
  const { id, title } = journey;
  const level = outcome.status === 'failed' ? outcome.level : journey.level;
  const finding = findings.find(({ journeys }) => journeys.includes(id))?.id;
  return { id, level, title, status, seconds, reason: explainOutcome(outcome), finding };
}

/** Why a journey was skipped, or what came instead of what it expects. */
function explainOutcome(outcome: Outcome): string | undefined {
  if (outcome.status === 'skipped') return outcome.reason;
  return outcome.status === 'failed' ? gotBy(outcome) : undefined;
}

/** Failures with the same evidence are one finding. The worst findings come first. */
function makeFindings(run: Run): Finding[] {
  const failed = run.outcomes.filter((outcome) => outcome.status === 'failed');
  const evidences = [...new Set(failed.map(({ evidence }) => evidence))];
  const findings = evidences.map((evidence) => {
    const group = failed.filter((outcome) => outcome.evidence === evidence);
    return makeFinding(group, run);
  });
  return levelNames.flatMap((name) => findings.filter(({ level }) => level === name));
}

function makeFinding(group: FailedOutcome[], { options, exchanges, known }: Run) {
  const { api, level, origin } = options;
  const first = group.find(({ cause }) => cause) ?? (group[0] as FailedOutcome);
  const { exchange } = first.failure;
  const { operation } = exchange;
  const cause = first.cause ?? explainMissing(exchange, exchanges);
  // An error that an earlier journey met has no calls before it here.
  const earlier = first.exchanges.slice(0, Math.max(0, first.exchanges.indexOf(exchange)));
  return {
    id: first.journey.id,
    level: worst(group.map((outcome) => outcome.level)),
    failsRun: group.some((outcome) => !toleranceOf(outcome, known, level)),
    known: group.every((outcome) => findKnown(known, outcome)),
    journeys: group.map(({ journey }) => journey.id),
    ...describeFailure({ ...first, cause }, api),
    cause,
    earlierCalls: earlier.map((exchange) => describeCall(exchange, api)),
    curl: toCurl(exchange, exchanges, origin),
    contract: `${nameOf(operation)}: ${operation.description.trim()}`,
  };
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a curl command. A token of the backend is $TOKEN. */
function toCurl({ operation, sent, url }: Exchange, history: Exchange[], origin: string | undefined) {
  const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  const isIssued = history.some((other) => isSuccess(other) && Object(other.body).token === token);
  const headers = Object.entries({ ...(origin && { origin }), ...sent.headers });
  const flags = headers.map((header) => `-H ${quote(header.join(': '))}`);
  if (token !== undefined)
    flags.push(
      isIssued ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quote(`Authorization: Bearer ${token}`)}`,
    );
  if (text !== undefined) flags.push(`-H 'Content-Type: application/json' -d ${quote(text)}`);
  return [`curl -i -X ${operation.method} ${quote(url)}`, ...flags].join(' ');
}

/** What came instead of what the journey expects. */
const gotBy = ({ failure }: FailedOutcome) => failure.details.got ?? describeResponse(failure.exchange);

/** The texts that every form of a report has. */
export const describeFailure = (outcome: FailedOutcome, api: string) => ({
  summary: summarize(outcome),
  call: describeCall(outcome.failure.exchange, api),
  expected: outcome.failure.details.expected,
  got: gotBy(outcome),
});

/** A failure in four lines, for annotations and for reporters of node:test. */
export const toLines = ({ summary, call, expected, got }: ReturnType<typeof describeFailure>) =>
  [summary, call, `expected: ${expected}`, `got: ${got}`].map(inLine).join('\n');

/** The cause; or what came, if that says enough; or the journey's own sentence. */
function summarize({ journey, failure, cause }: FailedOutcome): string {
  const { exchange, details } = failure;
  const { operation, status, problem = '' } = exchange;
  const name = nameOf(operation);
  if (cause) return cause;
  if (!status) return `${name} failed: ${problem}.`;
  // The actual value is in `got`.
  if (problem && isSuccess(exchange))
    return `${name} does not fit openapi.yaml: ${problem.split(', but is ')[0]}.`;
  if (status >= 500) return `${name} failed with ${status}.`;
  return `${name} returned ${status}${details.shape ? ` (${details.shape})` : ''}. Expected: ${journey.title}.`;
}
