import * as fc from 'fast-check';
import { makeModel, type Seen } from './model';
import type { Sent } from './shop';
import { anyOpening, anyStep, byKind, describe, type Each, type Step } from './steps';

/** The page that walks, whatever it runs in, and what is done to it. */
export type Tab = Omit<Each<unknown>, 'write' | 'answer'> & {
  fill(field: string, text: string): unknown;
  /** Lets the answer to a request arrive. */
  receive(to: Sent | undefined): unknown;
  /** Holds the script of the next page for a while. */
  hold?(): unknown;
  /** What there is to be seen when the page has done all that it does without an answer. */
  see(): Promise<Seen>;
  close?(): void;
};

/** `held`: steps are taken while React takes the page over, at any moment of it. */
export type Temper = 'settled' | 'hurried' | 'held';
type Result = { taken: Step[]; differences: string[] };

/** Walks until the tab and the model differ, or for thirty steps. Steps that the page does not offer are left out. */
export async function walk(steps: Step[], temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  const model = makeModel();
  const tab = await openTab();
  const act = byKind<unknown>({
    ...tab,
    async write({ fields, control }) {
      for (const [field, text] of Object.entries(fields)) await tab.fill(field, text);
      if (control) await tab.press({ do: 'press', control });
    },
    answer: ({ nth }) => tab.receive(model.findSent(nth)),
  });
  const taken: Step[] = [];
  let differences: string[] = [];
  async function take(...steps: Step[]) {
    for (const step of steps) await act(step);
    const seen = await tab.see();
    differences = model.take(steps, seen);
    return seen;
  }
  async function takeEarly(step: Step) {
    const reload: Step = { do: 'go', by: 0 };
    const { log } = await take(reload);
    // Whether what fails in the opening is told before the step or left untold is open.
    if (differences.length || !model.can(step) || log.some((it) => typeof it === 'string')) return;
    await tab.hold?.();
    await take(reload, step);
  }
  /** Every answer arrives, in order; those that never come time out. */
  async function settle() {
    for (let step = model.settle(); step && !differences.length; step = model.settle()) await take(step);
  }
  try {
    for (const step of steps) {
      if (differences.length || taken.length === 30) break;
      if (!model.can(step)) continue;
      taken.push(step);
      if (temper === 'held' && isForEarly(step)) await takeEarly(step);
      else await take(step);
      if (temper !== 'hurried') await settle();
    }
    await settle();
  } catch (error) {
    differences = [String(error)];
  } finally {
    tab.close?.();
  }
  return { taken, differences };
}

/** Steps that a page may offer before React answers; without an event, storage is read when React begins. */
const isForEarly = (step: Step) =>
  (step.do === 'press' && step.control !== 'button Try again') ||
  step.do === 'write' ||
  (step.do === 'go' && step.by !== 0) ||
  (step.do === 'store' && step.isHeard);

function planWalk(seed: number, temper: Temper, allows: (step: Step) => boolean): Step[] {
  const step = anyStep(temper).filter(allows);
  const plan = fc.tuple(anyOpening, fc.array(step, { minLength: 300, maxLength: 300 }));
  return fc.sample(plan, { seed, numRuns: 1 }).flat(2);
}

/** A walk that still differs, without the steps that can be left out. */
async function shorten(first: Result, temper: Temper, openTab: () => Promise<Tab>): Promise<Result> {
  let shortest = first;
  for (let place = first.taken.length - 1; place > 0; place--) {
    const result = await walk(shortest.taken.toSpliced(place, 1), temper, openTab);
    if (result.differences.length) shortest = result;
    place = Math.min(place, shortest.taken.length);
  }
  return shortest;
}

/**
 * Takes the walk with that seed, of the steps that are allowed, and says how many it has. Throws with one that shows a difference,
 * made as short as possible, which takes many walks.
 */
export async function checkWalk(
  temper: Temper,
  seed: number,
  openTab: () => Promise<Tab>,
  { isShortened = false, allows = (_: Step): boolean => true } = {},
) {
  let result = await walk(planWalk(seed, temper, allows), temper, openTab);
  if (!result.differences.length) return result.taken.length;
  if (isShortened) result = await shorten(result, temper, openTab);
  const command = temper === 'held' ? 'npm run e2e -- --project=build -g "held walk"' : 'npm run walks';
  const what = `The store and the model differ in a ${temper} walk; to repeat it: SEED=${seed} WALKS=1 ${command}`;
  const sentences = result.taken.map((step, index) => `${String(index + 1).padStart(3)}. ${describe(step)}`);
  throw new Error([what, ...sentences, ...result.differences].join('\n'));
}
