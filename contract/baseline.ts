import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from './arguments.ts';
import { counts, type Level, levelNames } from './level.ts';
import { findingsOf } from './report.ts';
import type { Baseline, Known, Run, Verdict } from './run.ts';

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

const isPassed = (verdicts: Verdict[], id: string) =>
  verdicts.some((it) => it.id === id && it.outcome === 'passed');

/** What of the run's findings is new, has ended, is left and is mended, and what a whole run has not looked at. What has another cause is new. */
export function compareWith(known: Known[], { verdicts, of }: Run, least: Level): Baseline {
  const today = dayOf(Date.now());
  const failed = findingsOf(verdicts, least).filter((it) => it.counts);
  const found = known.filter((it) => failed.some(({ id, level }) => id === it.id && counts(it.level, level)));
  return {
    fresh: failed.map(({ id }) => id).filter((id) => !found.some((it) => it.id === id)),
    ended: found.filter(({ until }) => until < today),
    left: found.filter(({ until }) => until >= today).map(({ id }) => id),
    mended: known.map(({ id }) => id).filter((id) => isPassed(verdicts, id)),
    unseen: known.flatMap(({ id }) => (of || verdicts.some((it) => it.id === id) ? [] : id)),
  };
}

/** The findings of now, sorted, as what they mean now; what was known keeps its reason and its day, and what was not judged stays. */
export function updateBaseline(known: Known[], { verdicts }: Run): Known[] {
  const until = dayOf(Date.now() + DAYS * 86_400_000);
  const findings = findingsOf(verdicts, 'strict');
  const left = known
    .filter((it) => !isPassed(verdicts, it.id))
    .map((it) => ({ ...it, level: findings.find(({ id }) => id === it.id)?.level ?? it.level }));
  const fresh = findings
    .filter(({ id }) => !known.some((it) => it.id === id))
    .map(({ id, level, reason, shopper }) => ({ id, level, reason: reason ?? shopper, until }));
  return [...left, ...fresh].sort((one, two) => (one.id < two.id ? -1 : 1));
}
