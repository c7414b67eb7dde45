import type { Backend } from './backend';
import { createModel } from './model';
import type { Step } from './steps';
import { openTab } from './tab';

/** Settled: all requests end before the next step. Hurried: responses arrive late and out of order. */
export type Pace = 'settled' | 'hurried';

export type Result = { taken: Step[]; differences: string[] };

/** Takes up to 30 of the steps, as long as the store does what the model says. Skips steps that are not possible. */
export async function walk(steps: Step[], pace: Pace, backend: Backend): Promise<Result> {
  const model = createModel();
  const tab = openTab(backend);
  const taken: Step[] = [];
  let differences: string[] = [];
  async function take(step: Step) {
    await tab.take(step);
    differences = model.compare(step, await tab.observe());
  }
  async function endRequests() {
    while (model.isWaiting() && !differences.length) await take('receive 0');
  }
  try {
    for (const step of steps) {
      if (differences.length || taken.length === 30) break;
      if (!model.isPossible(step)) continue;
      taken.push(step);
      await take(step);
      if (pace === 'settled') await endRequests();
    }
    await endRequests();
  } catch (error) {
    differences = [String(error)];
  }
  await tab.close();
  return { taken, differences };
}
