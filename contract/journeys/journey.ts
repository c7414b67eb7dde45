import { type Level, levelNames } from '../judge/level.ts';
import type { Shop } from '../judge/shop.ts';

/** Something that the store relies on. */
export type Journey = {
  id: string;
  /** What it means if the journey fails. */
  level: Level;
  title: string;
  /** Throws a Failure if the backend does otherwise. */
  run(shop: Shop): Promise<void>;
};

/** In the order of their files and lines, plain ones first: the first failure with some evidence gives its id to the finding. */
export const journeys: Journey[] = [];

/** Declares a journey, as in `test('add @unsafe: An added item …', async ({ signup }) => …)`. Without a tag, a failure breaks the store. */
export function test(name: string, run: Journey['run']) {
  const [, id = '', tag, title = ''] = /^([\w ]+?)(?: @(\w+))?: (.+)$/.exec(name) ?? [];
  const level = levelNames.find((candidate) => candidate === tag) ?? 'breaks';
  journeys.push({ id, level, title, run });
}
