import { explainMissing } from '../judge/causes.ts';
import { type Exchange, isSuccess, nameOf } from '../judge/exchange.ts';
import { describeCall, describeResponse, inLine } from '../judge/expect.ts';
import type { Stop } from '../judge/failure.ts';
import { counts, type Level, levelNames, worst } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { findKnown, type Known } from './baseline.ts';
import { toCurl } from './curl.ts';
import { judge } from './verdict.ts';

type Run = {
  api: string;
  contract: string;
  /** Failures of this level and worse fail the run. */
  level: Level;
  outcomes: Outcome[];
  exchanges: Exchange[];
  known: Known[];
  notes: string[];
  stop: Stop | undefined;
  /** How many journeys a whole run has, if this was a part of one. */
  of: number | undefined;
  origin: string | undefined;
  redact: (text: string) => string;
};

/** What --json prints. report.schema.json describes it. */
export type Report = ReturnType<typeof makeReport>;
export type Finding = Report['findings'][number];

export function makeReport(run: Run) {
  const { api, contract, level, outcomes, stop, of, notes, redact } = run;
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const evidences = [...new Set(failed.map(({ evidence }) => evidence))];
  const failedWith = (evidence: string) => failed.filter((outcome) => outcome.evidence === evidence);
  const unsorted = evidences.map((evidence) => makeFinding(failedWith(evidence), run));
  const findings = levelNames.flatMap((name) => unsorted.filter((finding) => finding.level === name));
  const { exitCode, verdict } = judge({ outcomes, findings, stop: stop?.message, of, level });
  const call = stop?.exchange && describeCall(stop.exchange, api);
  return {
    version: 2,
    contract,
    api,
    level,
    exitCode,
    ...redactTexts({ verdict, stop: stop && { reason: stop.message, call }, notes }, redact),
    of,
    findings,
    journeys: outcomes.map((outcome) => {
      const { journey, status, seconds } = outcome;
      const { id, title } = journey;
      return {
        id,
        level: outcome.status === 'failed' ? outcome.level : journey.level,
        title,
        status,
        seconds,
        ...redactTexts(explain(outcome, api), redact),
        finding: findings.find(({ members }) => members.includes(id))?.id,
      };
    }),
  };
}

/** Failures with the same evidence are one finding, with the id of the first one and the level of the worst one. */
function makeFinding(group: FailedOutcome[], run: Run) {
  const { api, exchanges, known, origin, redact } = run;
  const [first] = group as [FailedOutcome];
  const { exchange } = first.failure;
  const { operation } = exchange;
  const cause = first.cause ?? explainMissing(exchange, exchanges);
  const earlier = first.exchanges.slice(0, first.exchanges.indexOf(exchange));
  const isKnown = (outcome: FailedOutcome) => findKnown(known, outcome) !== undefined;
  const texts = {
    ...describeFailure({ ...first, cause }, api),
    cause,
    before: earlier.map((exchange) => describeCall(exchange, api)),
    curl: toCurl(exchange, exchanges, origin),
    contract: `${nameOf(operation)}: ${operation.description.trim()}`,
  };
  return {
    id: first.journey.id,
    level: worst(group.map(({ level }) => level)),
    /** Whether it fails the run. */
    counts: group.some((outcome) => counts(outcome.level, run.level) && !isKnown(outcome)),
    known: group.every(isKnown),
    members: group.map(({ journey }) => journey.id),
    ...redactTexts(texts, redact),
  };
}

type Description = { summary: string; call: string; expected: string; got: string };

/** The texts that every form of a report has. */
export function describeFailure(outcome: FailedOutcome, api: string): Description {
  const { exchange, details } = outcome.failure;
  return {
    summary: summarize(outcome),
    call: describeCall(exchange, api),
    expected: details.expected,
    got: details.got ?? describeResponse(exchange),
  };
}

/** A failure in four lines, for annotations and for reporters of node:test. */
export const toLines = ({ summary, call, expected, got }: Description) =>
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

/** Why a journey was skipped, or what came instead of what it expects. */
function explain(outcome: Outcome, api: string): { reason?: string; cause?: string | undefined } {
  if (outcome.status === 'skipped') return { reason: outcome.reason };
  if (outcome.status === 'failed') return { reason: describeFailure(outcome, api).got, cause: outcome.cause };
  return {};
}

/** Hides secrets in every text of a value, and brings each text into one line. */
const redactTexts = <Value extends object>(value: Value, redact: Run['redact']): Value =>
  JSON.parse(JSON.stringify(value), (_key, part) => (typeof part === 'string' ? redact(inLine(part)) : part));
