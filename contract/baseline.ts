import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BadInput } from './arguments.ts';
import type { Baseline, Known, Run } from './check.ts';
import { counts, type Level } from './level.ts';

const DAYS = 30;

/** The known failures in a file. Throws BadInput where it cannot be read. */
export function readBaseline(file: string, isNew: boolean): Known[] {
  if (isNew && !existsSync(file)) return [];
  const day = /^\d{4}-\d\d-\d\d$/;
  try {
    const known = (JSON.parse(readFileSync(file, 'utf8')) as { known: Known[] }).known;
    const wrong = known.find(({ id, reason, until }) => !id || !reason?.trim() || !day.test(until));
    if (wrong)
      throw new Error(`"${wrong.id}" needs an id, a reason, and a day as in 2030-12-31 as its until`);
    return known;
  } catch (error) {
    throw new BadInput(`The baseline ${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** What of the run's failures is new, has ended, is left and is mended. */
export function compareWith(known: Known[], { verdicts }: Run, least: Level, now: Date): Baseline {
  const today = now.toISOString().slice(0, 10);
  const failed = verdicts
    .filter(({ failure }) => failure && counts(failure.level, least))
    .map(({ id }) => id);
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
  const isIn = (id: string) => known.some((it) => it.id === id);
  const found = known.filter(({ id }) => failed.includes(id));
  return {
    fresh: failed.filter((id) => !isIn(id)),
    ended: found.filter(({ until }) => until < today),
    left: found.filter(({ until }) => until >= today).map(({ id }) => id),
    mended: known.map(({ id }) => id).filter((id) => passed.includes(id)),
  };
}

/** Writes what fails now, sorted; what was known keeps its reason and its day, and what was not judged stays. */
export function writeBaseline(file: string, known: Known[], { verdicts }: Run, now: Date): void {
  const until = new Date(now.getTime() + DAYS * 86_400_000).toISOString().slice(0, 10);
  const entries = verdicts.flatMap(({ id, outcome, failure }): Known[] => {
    const own = known.find((it) => it.id === id);
    if (own && outcome !== 'passed') return [own];
    return failure ? [{ id, reason: failure.reason ?? failure.shopper, until }] : [];
  });
  const others = known.filter(({ id }) => !verdicts.some((it) => it.id === id));
  const all = [...entries, ...others].sort((one, two) => (one.id < two.id ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ known: all }, null, 2)}\n`);
}
