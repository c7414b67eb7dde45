import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from '../cli/arguments.ts';
import { counts, type Level } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';

/** A known failure. It is tolerated until this day, unless its level or its kind changes. */
export type Known = { id: string; level: Level; kind: string; reason: string; until: string };

const VALID_DAYS = 30;

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const isExpired = ({ until }: Known) => until < dayAfter(0);

/** The known failures in a file. */
export function readBaseline(file: string, mayBeMissing: boolean): Known[] {
  if (mayBeMissing && !existsSync(file)) return [];
  try {
    // Without a byte order mark, which JSON.parse refuses: Windows programs write one.
    const { known } = JSON.parse(new TextDecoder().decode(readFileSync(file))) as { known: Known[] };
    const isComplete = ({ reason, until }: Known) => reason?.trim() && /^\d{4}-\d\d-\d\d$/.test(until);
    const incomplete = known.find((entry) => !isComplete(entry));
    if (!incomplete) return known;
    throw new Error(`"${incomplete.id}" needs a reason, and a day such as 2030-12-31 as until`);
  } catch (error) {
    throw new BadInput(`Cannot read the baseline ${file}: ${(error as Error).message}.`);
  }
}

export const findKnown = (known: Known[], { journey, level, failure }: FailedOutcome) =>
  known
    .filter((entry) => entry.id === journey.id && entry.level === level && entry.kind === failure.kind)
    .find((entry) => !isExpired(entry));

/** Why a failure does not fail the run; undefined if it does. */
export function toleranceOf(outcome: FailedOutcome, known: Known[], least: Level): string | undefined {
  const match = findKnown(known, outcome);
  if (match) return `known until ${match.until}: ${match.reason}`;
  return counts(outcome.level, least) ? undefined : `failed, but --level ${least} allows it`;
}

export const describeExpired = (known: Known[]) =>
  known
    .filter(isExpired)
    .map(({ id, until, reason }) => `The baseline tolerated ${id} until ${until}. Its reason was: ${reason}`);

/** Known failures whose journey has passed. */
export function describeFixed(known: Known[], outcomes: Outcome[]): string[] {
  const passed = outcomes.filter(({ status }) => status === 'passed').map(({ journey }) => journey.id);
  return known
    .filter(({ id }) => passed.includes(id))
    .map(({ id }) => `${id} passes now: remove it from the baseline, or use --update-baseline.`);
}

/** The failures of this run. Those that were known keep their reason and day, and so do journeys that did not run. */
export function updateBaseline(known: Known[], outcomes: Outcome[]): Known[] {
  const judged = outcomes.filter(({ status }) => status !== 'skipped').map(({ journey }) => journey.id);
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const until = dayAfter(VALID_DAYS);
  const current = failed.map((outcome): Known => {
    const { journey, level, failure } = outcome;
    const reason = `Not fixed yet: ${journey.title}`;
    return findKnown(known, outcome) ?? { id: journey.id, level, kind: failure.kind, reason, until };
  });
  return [...known.filter(({ id }) => !judged.includes(id)), ...current];
}
