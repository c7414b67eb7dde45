import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from '../cli/flags.ts';
import { counts, type Level } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';

/** A known failure. It is tolerated unless its level or its kind changes. */
export type Known = { id: string; level: Level; kind: string; reason: string };

export function readBaseline(file: string, mayBeMissing: boolean): Known[] {
  if (mayBeMissing && !existsSync(file)) return [];
  try {
    // Without a byte order mark, which JSON.parse refuses: Windows programs write one.
    const { known } = JSON.parse(new TextDecoder().decode(readFileSync(file))) as { known: Known[] };
    const incomplete = known.find(({ reason }) => !reason?.trim());
    if (!incomplete) return known;
    throw new Error(`"${incomplete.id}" needs a reason`);
  } catch (error) {
    throw new BadInput(`Cannot read the baseline ${file}: ${(error as Error).message}.`);
  }
}

export const findKnown = (known: Known[], { journey, level, failure }: FailedOutcome) =>
  known.find((entry) => entry.id === journey.id && entry.level === level && entry.kind === failure.kind);

/** Why a failure does not fail the run; undefined if it does. */
export function toleranceOf(outcome: FailedOutcome, known: Known[], least: Level): string | undefined {
  const match = findKnown(known, outcome);
  if (match) return `known: ${match.reason}`;
  return counts(outcome.level, least) ? undefined : `failed, but --level ${least} allows it`;
}

/** Known failures whose journey has passed. */
export function describeFixed(known: Known[], outcomes: Outcome[]): string[] {
  const passed = outcomes.filter(({ status }) => status === 'passed').map(({ journey }) => journey.id);
  return known
    .filter(({ id }) => passed.includes(id))
    .map(({ id }) => `${id} passes now: remove it from the baseline, or use --update-baseline.`);
}

/** The failures of this run. Those that were known keep their reason, and so do journeys that did not run. */
export function updateBaseline(known: Known[], outcomes: Outcome[]): Known[] {
  const judged = outcomes.filter(({ status }) => status !== 'skipped').map(({ journey }) => journey.id);
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const current = failed.map((outcome): Known => {
    const { journey, level, failure } = outcome;
    const { kind } = failure;
    return findKnown(known, outcome) ?? { id: journey.id, level, kind, reason: `Not fixed yet: ${kind}` };
  });
  return [...known.filter(({ id }) => !judged.includes(id)), ...current];
}
