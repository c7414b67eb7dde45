import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from './arguments.ts';
import { counts, type Level, levelNames } from './level.ts';
import type { Baseline, Known, Run } from './run.ts';

const DAYS = 30;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The known failures in a file. Throws BadInput where it cannot be read. */
export function readBaseline(file: string, isNew: boolean): Known[] {
  if (isNew && !existsSync(file)) return [];
  const day = /^\d{4}-\d\d-\d\d$/;
  try {
    const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known: Known[] };
    const wrong = known.find(
      ({ id, level, reason, until }) =>
        !id || !levelNames.includes(level) || !reason?.trim() || !day.test(until),
    );
    if (wrong)
      throw new Error(
        `"${wrong.id}" needs an id, a level, a reason, and a day as in 2030-12-31 as its until`,
      );
    return known;
  } catch (error) {
    throw new BadInput(`The baseline ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** What of the run's failures is new, has ended, is left and is mended, and what a whole run has not looked at. */
export function compareWith(known: Known[], { verdicts, of }: Run, least: Level): Baseline {
  const today = dayOf(Date.now());
  const failed = verdicts.flatMap(({ id, failure }) =>
    failure && counts(failure.level, least) ? { id, level: failure.level } : [],
  );
  const found = known.filter((it) => failed.some(({ id, level }) => id === it.id && counts(it.level, level)));
  const isPassed = (id: string) => verdicts.some((it) => it.id === id && it.outcome === 'passed');
  return {
    fresh: failed.map(({ id }) => id).filter((id) => !found.some((it) => it.id === id)),
    ended: found.filter(({ until }) => until < today),
    left: found.filter(({ until }) => until >= today).map(({ id }) => id),
    mended: known.map(({ id }) => id).filter(isPassed),
    unseen: known.flatMap(({ id }) => (of || verdicts.some((it) => it.id === id) ? [] : id)),
  };
}

/** What fails now, sorted, as what it means now; what was known keeps its reason and its day, and what was not judged stays. */
export function updateBaseline(known: Known[], { verdicts }: Run): Known[] {
  const until = dayOf(Date.now() + DAYS * 86_400_000);
  const left = known.flatMap((it) => {
    const now = verdicts.find(({ id }) => id === it.id);
    return now?.outcome === 'passed' ? [] : { ...it, level: now?.failure?.level ?? it.level };
  });
  const fresh = verdicts.flatMap(({ id, failure }) =>
    failure && !known.some((it) => it.id === id)
      ? { id, level: failure.level, reason: failure.reason ?? failure.shopper, until }
      : [],
  );
  return [...left, ...fresh].sort((one, two) => (one.id < two.id ? -1 : 1));
}
