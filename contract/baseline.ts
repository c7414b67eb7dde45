import { existsSync, readFileSync } from 'node:fs';
import { BadInput } from './arguments.ts';
import { counts, type Level, levelNames } from './level.ts';
import { type Finding, findingsOf } from './report.ts';
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

/** Answers that came soon enough have no verdict. */
const isPassed = ({ verdicts, of, stop }: Run, id: string) => {
  const verdict = verdicts.find((it) => it.id === id);
  return verdict ? verdict.outcome === 'passed' : id.endsWith(' soon') && !of && !stop;
};

/** In a part of the journeys, the one that shows a cause best may be missing; then it is known by the others. */
const isOf = ({ verdicts }: Run, finding: string, { id, also = [] }: Known) =>
  id === finding || (also.includes(finding) && !verdicts.some((it) => it.id === id));

/** What of the run's findings is new, has ended, is left and is mended, and what a whole run has not looked at. What has another cause is new. */
export function compareWith(known: Known[], run: Run, least: Level): Baseline {
  const today = dayOf(Date.now());
  const failed = findingsOf(run.verdicts, least).filter((it) => it.counts);
  const find = ({ id, level }: Finding) => known.find((it) => isOf(run, id, it) && counts(it.level, level));
  const isSeen = (id: string) => isPassed(run, id) || run.verdicts.some((it) => it.id === id);
  return {
    fresh: failed.filter((it) => !find(it)).map(({ id }) => id),
    ended: failed.flatMap((it) => find(it) ?? []).filter(({ until }) => until < today),
    left: failed.filter((it) => (find(it)?.until ?? '') >= today).map(({ id }) => id),
    mended: known.map(({ id }) => id).filter((id) => isPassed(run, id)),
    unseen: run.of ? [] : known.map(({ id }) => id).filter((id) => !isSeen(id)),
  };
}

/** The findings of now, sorted, as what they mean now; what was known keeps its reason and its day, and what was not judged stays. */
export function updateBaseline(known: Known[], run: Run): Known[] {
  const until = dayOf(Date.now() + DAYS * 86_400_000);
  const findings = findingsOf(run.verdicts, 'strict');
  const isOther = (id: string) =>
    run.verdicts.some((it) => it.id === id && it.failure && it.failure.root !== id);
  const left = known
    .filter(({ id }) => !isPassed(run, id) && !isOther(id))
    .map((it) => {
      const now = findings.find(({ id }) => id === it.id);
      return now ? { ...it, level: now.level, ...(run.of ? {} : { also: now.others }) } : it;
    });
  const fresh = findings
    .filter(({ id }) => !known.some((it) => isOf(run, id, it)))
    .map(({ id, level, reason, shopper, others }) => ({
      id,
      level,
      reason: reason ?? shopper,
      until,
      also: others,
    }));
  return [...left, ...fresh].sort((one, two) => (one.id < two.id ? -1 : 1));
}
