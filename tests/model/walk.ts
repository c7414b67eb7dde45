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
type Result = { taken: Step[]; differences: string[] };

/** Walks until the tab and the model differ, or for thirty steps. Steps that the page does not offer are left out. */
export async function walk(steps: Step[], temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  const model = makeModel();
  const tab = await openTab();
  const taken: Step[] = [];
  let differences: string[] = [];
  async function compare(step?: Step, rests = temper === 'settled') {
    if (rests) await tab.rest();
    const seen = await tab.see();
    model.take(step, seen);
    if (rests) model.rest();
    differences = model.compare(seen);
  }
  try {
    for (const step of steps) {
      if (differences.length || taken.length === 30) break;
      if (!model.can(step)) continue;
      taken.push(step);
      if (step.do === 'answer') await tab.answer(model.placeOf(step.nth));
      else await tab.take(step);
      await compare(step);
    }
    if (temper === 'hurried' && !differences.length) await compare(undefined, true);
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
  return fc.sample(plan, { seed, numRuns: 1 }).flat(2);
}

/** The shortest walk that still differs, found by leaving out steps. */
async function shorten(first: Result, temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  let shortest = first;
  for (let size = Math.ceil(first.taken.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = shortest.taken.length - size; from >= 1; from -= 1) {
      const result = await walk(shortest.taken.toSpliced(from, size), temper, openTab);
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
    const what = `The store and the model differ in a ${temper} walk (after ${nth + 1})`;
    const sentences = taken.map((step, index) => `${String(index + 1).padStart(3)}. ${describe(step)}`);
    const repeat = `${what}; to repeat it: SEED=${seed + nth} WALKS=1 npm run walks`;
    throw new Error([repeat, ...sentences, ...differences].join('\n'));
  }
  return steps;
}
