import { explainMissing } from '../judge/causes.ts';
import { type Exchange, isSuccess, nameOf } from '../judge/exchange.ts';
import { describeCall, describeResponse, inLine } from '../judge/expect.ts';
import type { Stop } from '../judge/failure.ts';
import { counts, type Level, levelNames, worst } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { findKnown, type Known } from './baseline.ts';
import { toCurl } from './curl.ts';
import { groupBy } from './groupBy.ts';
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
  const show = (text: string) => redact(inLine(text));
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const groups = groupBy(failed, ({ evidence }) => evidence);
  const unsorted = groups.map((group) => makeFinding(group, run, show));
  const findings = levelNames.flatMap((name) => unsorted.filter((finding) => finding.level === name));
  const reason = stop && show(stop.message);
  return {
    version: 2,
    contract,
    api,
    level,
    ...judge({ outcomes, findings, stop: reason, of, level }),
    of,
    stop: stop && { reason, call: stop.exchange && show(describeCall(stop.exchange, api)) },
    notes: notes.map(show),
    findings,
    journeys: outcomes.map((outcome) => {
      const { journey, status, seconds } = outcome;
      const { id, level, title } = journey;
      const common = { id, level, title, status, seconds, reason: undefined, cause: undefined };
      if (outcome.status === 'skipped') return { ...common, reason: show(outcome.reason) };
      if (outcome.status === 'passed') return common;
      const { failure, cause } = outcome;
      const finding = groups.find((group) => group.includes(outcome))?.[0]?.journey.id;
      const reason = show(gotOf(failure));
      return { ...common, level: outcome.level, reason, cause: cause && show(cause), finding };
    }),
  };
}

/** Failures with the same evidence are one finding, with the id of the first one and the level of the worst one. */
function makeFinding(group: FailedOutcome[], run: Run, show: (text: string) => string) {
  const { api, exchanges, known } = run;
  const [first] = group as [FailedOutcome];
  const { exchange, details } = first.failure;
  const { operation } = exchange;
  const cause = first.cause ?? explainMissing(exchange, exchanges);
  const isKnown = (outcome: FailedOutcome) => findKnown(known, outcome) !== undefined;
  return {
    id: first.journey.id,
    level: worst(group.map(({ level }) => level)),
    /** Whether it fails the run. */
    counts: group.some((outcome) => counts(outcome.level, run.level) && !isKnown(outcome)),
    known: group.every(isKnown),
    summary: show(summarize(first, cause)),
    cause: cause && show(cause),
    call: show(describeCall(exchange, api)),
    before: first.exchanges
      .slice(0, first.exchanges.indexOf(exchange))
      .map((earlier) => show(describeCall(earlier, api))),
    curl: show(toCurl(exchange, exchanges, run.origin)),
    expected: show(details.expected),
    got: show(gotOf(first.failure)),
    contract: `${nameOf(operation)}: ${inLine(operation.description.trim())}`,
    members: group.map(({ journey }) => journey.id),
  };
}

const gotOf = ({ exchange, details }: FailedOutcome['failure']) => details.got ?? describeResponse(exchange);

/** The cause; or what came, if that says enough; or the journey's own sentence. */
function summarize({ journey, failure }: FailedOutcome, cause: string | undefined): string {
  const { exchange, details } = failure;
  const { status, problem } = exchange;
  const name = nameOf(exchange.operation);
  if (cause) return cause;
  if (!status || (problem && isSuccess(exchange))) return `${name}: ${problem}`;
  if (status >= 500) return `${name} fails with ${status}.`;
  const got = [`${name} → ${status}`, details.shape].filter(Boolean).join(', ');
  return `${got}. Expected: ${journey.title}.`;
}

/** A failure as text for node:test and its reporters. */
export function describeFailure(outcome: FailedOutcome, api: string): string {
  const { failure, cause } = outcome;
  const { exchange, details } = failure;
  const lines = [
    summarize(outcome, cause),
    describeCall(exchange, api),
    `expected: ${details.expected}`,
    `got: ${gotOf(failure)}`,
  ];
  return lines.map(inLine).join('\n');
}
