import * as fc from 'fast-check';
import { makeModel, type Seen } from './model';
import { anyOpening, anyStep, describe, type Step } from './steps';

/** The page that walks, whatever it runs in. */
export type Tab = {
  /** Does the step and lets the page do all that it does without an answer. */
  take(step: Step): Promise<void>;
  /** Lets the answer to a request arrive; `place` counts requests in the order in which they left. */
  answer(place: number): Promise<void>;
  /** Lets every answer arrive, in order; those that never come time out. */
  rest(): Promise<void>;
  see(): Promise<Seen>;
  close(): Promise<void>;
};

export type Temper = 'settled' | 'hurried';

const length = 30;

type Result = { taken: Step[]; differences: string[] };

/** Walks until the tab and the model differ, or for `length` steps. Steps that the page does not offer are left out. */
export async function walk(steps: Step[], temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  const model = makeModel();
  const tab = await openTab();
  const taken: Step[] = [];
  let differences: string[] = [];
  try {
    for (const step of steps) {
      if (differences.length || taken.length === length) break;
      if (!model.can(step)) continue;
      taken.push(step);
      const place = step.do === 'answer' && model.placeOf(step.nth);
      model.take(step);
      if (place === false) await tab.take(step);
      else await tab.answer(place);
      if (temper === 'settled') {
        model.rest();
        await tab.rest();
      }
      differences = model.compare(await tab.see());
    }
    if (temper === 'hurried' && !differences.length) {
      model.rest();
      await tab.rest();
      differences = model.compare(await tab.see());
    }
  } catch (error) {
    differences = [String(error)];
  } finally {
    await tab.close();
  }
  return { taken, differences };
}

/** The steps of the walk with that seed. */
function planWalk(seed: number, temper: Temper, allows: (step: Step) => boolean): Step[] {
  const step = anyStep(temper).filter(allows);
  const plan = fc.tuple(anyOpening, fc.array(step, { minLength: 300, maxLength: 300 }));
  const [[start, steps] = []] = fc.sample(plan, { seed, numRuns: 1 });
  return [start as Step, ...(steps ?? [])];
}

/** The shortest walk that still differs, found by leaving out steps. */
async function shorten(first: Result, temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  let shortest = first;
  for (let size = Math.ceil(first.taken.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = shortest.taken.length - size; from >= 1; from -= 1) {
      const steps = shortest.taken.toSpliced(from, size);
      const result = await walk(steps, temper, openTab);
      if (result.differences.length) shortest = result;
      from = Math.min(from, shortest.taken.length - size + 1);
    }
  }
  return shortest;
}

type Walks = {
  walks: number;
  /** Of the first walk; each has one more than the one before. */
  seed: number;
  /** Whether a walk that shows a difference is made as short as possible; takes many walks. */
  isShortened?: boolean;
  /** Which steps there are. */
  allows?: (step: Step) => boolean;
};

/** Throws with the shortest walk that shows a difference. */
export async function checkWalks(
  temper: Temper,
  { walks, seed, isShortened = true, allows = () => true }: Walks,
  openTab: () => Promise<Tab>,
) {
  let steps = 0;
  for (let nth = 0; nth < walks; nth++) {
    const result = await walk(planWalk(seed + nth, temper, allows), temper, openTab);
    steps += result.taken.length;
    if (!result.differences.length) continue;
    const { taken, differences } = isShortened ? await shorten(result, temper, openTab) : result;
    const sentences = taken.map((step, index) => `${String(index + 1).padStart(3)}. ${describe(step)}`);
    throw new Error(
      [
        `The store and the model differ in a ${temper} walk (after ${nth + 1}); to repeat it: SEED=${seed + nth} WALKS=1 npm run walks`,
        ...sentences,
        ...differences,
      ].join('\n'),
    );
  }
  return steps;
}
