import type { CheckOptions } from '../cli/flags.ts';
import { isSuccess, nameOf } from '../judge/exchange.ts';
import { describeResponse } from '../judge/expect.ts';
import { isLeftOut, type Stop } from '../judge/failure.ts';
import { contractVersion } from '../judge/files.ts';
import { levelNames, worst } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';
import { findKnown, type Known, toleranceOf } from './baseline.ts';
import { describeCalls, toCommand } from './calls.ts';

export type Run = {
  options: CheckOptions;
  outcomes: Outcome[];
  stop: Stop | undefined;
  notes: string[];
  known: Known[];
};

export type Finding = ReturnType<typeof makeFinding>;
/** What --json prints, and what the other reports are made of. The version rises when a field goes or changes its meaning. */
export type Report = ReturnType<typeof makeReport>;

export function makeReport(run: Run) {
  const { api, level, allJourneys } = run.options;
  const findings = makeFindings(run);
  const { exitCode, verdict } = judge(run, findings);
  return {
    version: 3,
    contract: contractVersion,
    api,
    level,
    exitCode,
    verdict,
    notes: run.notes,
    totalJourneys: allJourneys,
    findings,
    journeys: run.outcomes.map((outcome) => describeOutcome(outcome, run, findings)),
  };
}

type Verdict = { exitCode: 0 | 1 | 2; verdict: string };

/** The first line of every report, and the exit code. */
function judge({ outcomes, stop, options }: Run, findings: Finding[]): Verdict {
  const failing = findings.filter(({ failsRun }) => failsRun);
  const isHarmful = failing.some((finding) => finding.level !== 'strict');
  const skipped = outcomes.filter((outcome) => outcome.status === 'skipped');
  const isNothingJudged = skipped.length === outcomes.length;
  const unjudged = isNothingJudged ? skipped : skipped.filter(({ isBlocking }) => isBlocking);
  const reasons = [...new Set(unjudged.map(({ reason }) => reason))].join('; ');
  const reason =
    stop?.message ??
    (reasons && `${unjudged.length} of ${outcomes.length} journeys did not run, because ${reasons}`);
  if (reason && !isHarmful) return { exitCode: 2, verdict: `? This backend could not be judged: ${reason}.` };

  const { level, allJourneys } = options;
  const isPart = outcomes.length < allJourneys || skipped.some(({ reason }) => isLeftOut(reason));
  const part = isPart && `${outcomes.length - skipped.length} of ${allJourneys} journeys`;
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  if (failing.length && part) return { exitCode: 1, verdict: `✗ ${part}: ${failed} failed.` };
  if (failing.length) return { exitCode: 1, verdict: '✗ The store cannot go live on this backend.' };
  const allowed = level === 'strict' ? '' : ` or allowed by --level ${level}`;
  const tolerated = `all failures are in the baseline${allowed}`;
  if (part) return { exitCode: 0, verdict: `– ${part}: ${failed ? tolerated : 'all passed'}.` };
  if (failed) return { exitCode: 0, verdict: `– On this backend, ${tolerated}.` };
  return { exitCode: 0, verdict: '✓ The store can go live on this backend.' };
}

function describeOutcome(outcome: Outcome, { known, options }: Run, findings: Finding[]) {
  const { journey, status, seconds } = outcome;
  const { id, title } = journey;
  const finding = findings.find(({ journeys }) => journeys.includes(id))?.id;
  const described = { id, level: journey.level, title, status, seconds, finding };
  const reason = outcome.status === 'skipped' ? outcome.reason : undefined;
  if (outcome.status !== 'failed') return { ...described, reason, tolerance: undefined };
  const tolerance = toleranceOf(outcome, known, options.level);
  return { ...described, level: outcome.level, reason: gotBy(outcome), tolerance };
}

const isExplained = ({ failure }: FailedOutcome) => failure.cause !== undefined;

/** Failures of one kind are one finding. Leaks come first, and then the worst ones. */
function makeFindings(run: Run): Finding[] {
  const failed = run.outcomes.filter((outcome) => outcome.status === 'failed');
  /** A failure without a cause belongs to the first one of its kind that has a cause. */
  const kindOf = (outcome: FailedOutcome) => {
    const similar = failed.filter(({ failure }) => failure.symptom === outcome.failure.symptom);
    return (isExplained(outcome) ? outcome : (similar.find(isExplained) ?? outcome)).failure.kind;
  };
  const kinds = new Set(failed.map(kindOf));
  const groups = [...kinds].map((kind) => failed.filter((outcome) => kindOf(outcome) === kind));
  const rank = (group: FailedOutcome[]) =>
    group.some(({ failure }) => failure.details.isLeak) ? -1 : levelNames.indexOf(levelOf(group));
  return groups.sort((one, two) => rank(one) - rank(two)).map((group) => makeFinding(group, run));
}

const levelOf = (group: FailedOutcome[]) => worst(group.map(({ level }) => level));

function makeFinding(group: FailedOutcome[], { options, outcomes, known }: Run) {
  const { api, level } = options;
  const first = plainestOf(group);
  const { exchange, details } = first.failure;
  const { operation } = exchange;
  return {
    id: first.journey.id,
    level: levelOf(group),
    failsRun: group.some((outcome) => !toleranceOf(outcome, known, level)),
    known: group.every((outcome) => findKnown(known, outcome)),
    tolerance: toleranceOf(first, known, level),
    journeys: group.map(({ journey }) => journey.id),
    summary: summarize(first),
    expected: details.expected ?? `${first.journey.title}.`,
    got: gotBy(first),
    cause: first.failure.cause,
    ...describeCalls(first, outcomes, api),
    try: toCommand(first, outcomes, options),
    contract: `${nameOf(operation)}: ${operation.description.trim()}`,
  };
}

/** The plainest promise that is broken: of the worst failures, the first one with a cause, or else the one that is declared first. */
function plainestOf(group: FailedOutcome[]): FailedOutcome {
  const harmful = group.filter(({ level }) => level === levelOf(group));
  return (harmful.find(isExplained) ?? harmful[0]) as FailedOutcome;
}

/** What came instead of what the journey expects. */
const gotBy = ({ failure }: FailedOutcome) => failure.details.got ?? describeResponse(failure.exchange);

/** The cause; or what came, if that says enough; or the journey's own sentence. */
function summarize({ journey, failure }: FailedOutcome): string {
  const { exchange, details, cause } = failure;
  const { operation, status, responseError = '' } = exchange;
  const name = nameOf(operation);
  if (cause) return cause;
  if (!status) return `${name} failed: ${responseError}.`;
  // The actual value is in `got`. If the call had to be refused, its response does not matter.
  if (responseError && isSuccess(exchange) && !details.kind)
    return `${name} does not fit openapi.yaml: ${responseError.split(', but is ')[0]}.`;
  return `${name} returned ${status}${details.kind ? ` (${details.kind})` : ''}. Expected: ${journey.title}.`;
}
