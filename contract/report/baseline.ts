import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from '../cli/arguments.ts';
import { counts, type Level, levelNames } from '../judge/level.ts';
import type { FailedOutcome, Outcome } from '../judge/run.ts';

/** A known failure. It is hidden until this day, unless it gets worse or shows something else. */
export type Known = { id: string; level: Level; evidence: string; reason: string; until: string };

const VALID_DAYS = 30;
const DAY_MS = 86_400_000;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The known failures in a file. */
export function readBaseline(file: string, mayBeMissing: boolean): Known[] {
  if (mayBeMissing && !existsSync(file)) return [];
  try {
    const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known: Known[] };
    const isValid = ({ id, level, evidence, reason, until }: Known) =>
      id && evidence && levelNames.includes(level) && reason?.trim() && /^\d{4}-\d\d-\d\d$/.test(until);
    const invalid = known.find((entry) => !isValid(entry));
    if (!invalid) return known;
    throw new Error(
      `"${invalid.id}" needs an id, a level, an evidence, a reason, and a day such as 2030-12-31 as until`,
    );
  } catch (error) {
    throw new BadInput(`The baseline ${file} cannot be read: ${(error as Error).message}.`);
  }
}

export const findKnown = (known: Known[], { journey, level, evidence }: FailedOutcome) =>
  known.find(
    (entry) =>
      entry.id === journey.id &&
      entry.evidence === evidence &&
      counts(entry.level, level) &&
      entry.until >= dayOf(Date.now()),
  );

export const describeExpired = (known: Known[], outcomes: Outcome[]) =>
  known
    .filter(
      ({ id, until }) => until < dayOf(Date.now()) && outcomes.some((outcome) => outcome.journey.id === id),
    )
    .map(({ id, until, reason }) => `The baseline hid ${id} until ${until}: ${reason}`);

/** The failures of this run. Entries that still apply keep their reason and day; those of other journeys stay. */
export function updateBaseline(known: Known[], outcomes: Outcome[]): Known[] {
  const until = dayOf(Date.now() + VALID_DAYS * DAY_MS);
  const isJudged = ({ id }: Known) =>
    outcomes.some(({ journey, status }) => journey.id === id && status !== 'skipped');
  const failed = outcomes.filter((outcome) => outcome.status === 'failed');
  const now = failed.map((outcome) => {
    const { journey, level, evidence, cause } = outcome;
    return (
      findKnown(known, outcome) ?? { id: journey.id, level, evidence, reason: cause ?? journey.title, until }
    );
  });
  return [...known.filter((entry) => !isJudged(entry)), ...now].sort((one, two) =>
    one.id < two.id ? -1 : 1,
  );
}
