import { explainMissing } from '../judge/causes.ts';
import { type Exchange, isSuccess, nameOf } from '../judge/exchange.ts';
import { describeCall, describeResponse, inLine } from '../judge/expect.ts';
import type { Stop } from '../judge/failure.ts';
import { counts, type Level, worst } from '../judge/level.ts';
import type { Redact } from '../judge/redact.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { findKnown, type Known } from './baseline.ts';
import { toCurl } from './curl.ts';
import { groupBy } from './groupBy.ts';
import { judge } from './verdict.ts';

/** Failures with the same evidence. */
export type Finding = {
  /** The first journey that failed like this. */
  id: string;
  /** Of the worst member. */
  level: Level;
  /** Whether it fails the run. */
  counts: boolean;
  /** Whether all members are in the baseline. */
  known: boolean;
  /** What is wrong, in a line. */
  summary: string;
  cause?: string | undefined;
  call: string;
  /** The calls of the journey before it. */
  before: string[];
  curl: string;
  expected: string;
  got: string;
  /** What openapi.yaml says about the operation. */
  contract: string;
  /** All journeys that failed like this. */
  members: string[];
};

type JourneyResult = {
  id: string;
  level: Level;
  title: string;
  status: Outcome['status'];
  seconds: number;
  /** Skipped: why. Failed: what came. */
  reason?: string;
  cause?: string | undefined;
  /** The id of its finding. */
  finding?: string;
};

/** What --json prints and all other reports are made from. */
export type Report = {
  version: 2;
  contract: string;
  api: string;
  /** Failures of this level and worse fail the run. */
  level: Level;
  verdict: string;
  exitCode: 0 | 1 | 2;
  /** How many journeys a whole run has, if this was a part of one. */
  of?: number;
  /** Why the run ended early, or could not judge anything. */
  stop?: { reason: string; call?: string };
  notes: string[];
  findings: Finding[];
  journeys: JourneyResult[];
};

type Run = {
  api: string;
  contract: string;
  level: Level;
  outcomes: Outcome[];
  exchanges: Exchange[];
  known: Known[];
  notes: string[];
  stop: Stop | undefined;
  of: number | undefined;
  origin: string | undefined;
  redact: Redact;
};

export function makeReport(run: Run): Report {
  const { api, contract, level, outcomes, stop, of, redact } = run;
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const groups = groupBy(failed, ({ evidence }) => evidence);
  const findings = groups.map((group) => makeFinding(group, run));
  const sorted = (['breaks', 'unsafe', 'strict'] as const).flatMap((name) =>
    findings.filter((finding) => finding.level === name),
  );
  const journeys = outcomes.map((outcome) => describeOutcome(outcome, groups, redact));
  return {
    version: 2,
    contract,
    api,
    level,
    ...judge({ outcomes, findings: sorted, stop: stop && redact(stop.message), of, level }),
    ...(of !== undefined && { of }),
    ...(stop && { stop: describeStop(stop, api, redact) }),
    notes: run.notes.map(redact),
    findings: sorted,
    journeys,
  };
}

function describeStop({ message, exchange }: Stop, api: string, redact: Redact) {
  return { reason: redact(message), ...(exchange && { call: redact(describeCall(exchange, api)) }) };
}

function makeFinding(group: FailedOutcome[], run: Run): Finding {
  const { api, exchanges, known, redact, level: least } = run;
  const [first] = group as [FailedOutcome];
  const { exchange, details } = first.failure;
  const cause = first.cause ?? explainMissing(exchange, exchanges);
  const isKnown = (outcome: FailedOutcome) => findKnown(known, outcome) !== undefined;
  const before = first.exchanges.slice(0, first.exchanges.indexOf(exchange));
  return {
    id: first.journey.id,
    level: worst(group.map(({ level }) => level)) ?? first.level,
    counts: group.some((outcome) => counts(outcome.level, least) && !isKnown(outcome)),
    known: group.every(isKnown),
    summary: redact(inLine(summarize(first, cause))),
    ...(cause && { cause: redact(cause) }),
    call: redact(describeCall(exchange, api)),
    before: before.map((earlier) => redact(describeCall(earlier, api))),
    curl: redact(toCurl(exchange, exchanges, run.origin)),
    expected: redact(inLine(details.expected)),
    got: redact(inLine(details.got ?? describeResponse(exchange))),
    contract: `${nameOf(exchange.operation)}: ${exchange.operation.description.trim().replace(/\s+/g, ' ')}`,
    members: group.map(({ journey }) => journey.id),
  };
}

/** The cause; or what came, where that says enough; or the journey's own sentence. */
function summarize({ journey, failure }: FailedOutcome, cause: string | undefined): string {
  const { exchange, details } = failure;
  if (cause) return cause;
  const name = nameOf(exchange.operation);
  if (!exchange.status) return `${name}: ${exchange.problem}.`;
  if (exchange.status >= 500) return `${name} fails with ${exchange.status}.`;
  if (exchange.problem && isSuccess(exchange)) return `${name}: ${exchange.problem}`;
  const what = details.shape ? `${exchange.status}, ${details.shape}` : `${exchange.status}`;
  return `Not so: ${journey.title} (${name}: ${what}).`;
}

/** A failure as text for node:test and its reporters. */
export function describeFailure(outcome: FailedOutcome, api: string): string {
  const { exchange, details } = outcome.failure;
  const got = details.got ?? describeResponse(exchange);
  return [
    summarize(outcome, outcome.cause),
    describeCall(exchange, api),
    `expected: ${details.expected}`,
    `got: ${inLine(got)}`,
  ].join('\n');
}

function describeOutcome(outcome: Outcome, groups: FailedOutcome[][], redact: Redact): JourneyResult {
  const { journey, status, seconds } = outcome;
  const { id, title } = journey;
  const result = { id, level: journey.level, title, status, seconds };
  if (outcome.status === 'skipped') return { ...result, reason: redact(inLine(outcome.reason)) };
  if (outcome.status === 'passed') return result;
  const { failure, level, cause } = outcome;
  const group = groups.find((members) => members.includes(outcome));
  return {
    ...result,
    level,
    reason: redact(inLine(failure.details.got ?? describeResponse(failure.exchange))),
    ...(cause && { cause: redact(cause) }),
    finding: group?.[0]?.journey.id ?? id,
  };
}
