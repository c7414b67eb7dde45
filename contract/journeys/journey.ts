import { hasSignup } from '../judge/files.ts';
import { type Level, levelNames } from '../judge/level.ts';
import type { Shop } from '../judge/shop.ts';

/** Something that the store relies on. */
export type Journey = {
  id: string;
  /** What a failure means. */
  level: Level;
  title: string;
  /** Throws a Failure if the backend does something else. */
  run(shop: Shop): Promise<void>;
};

/** In the order of their files and lines. The first journey that fails gives its id to the finding, so plain ones come first. */
export const journeys: Journey[] = [];

/** For ids such as `loginWithoutPassword`. */
export const capitalize = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

/**
 * Declares a journey: `test('passwordInFull @unsafe: Every character …', async ({ signup }) => …)`. Without a level, it is `breaks`.
 * A journey with `@signup` needs new accounts, and is left out if openapi.yaml has no signup.
 */
export function test(name: string, run: Journey['run']) {
  const [, id = '', tags = '', title = ''] = /^(\w+)((?: @\w+)*): (.+)$/.exec(name) ?? [];
  const level = levelNames.find((candidate) => tags.includes(`@${candidate}`)) ?? 'breaks';
  if (hasSignup || !tags.includes('@signup')) journeys.push({ id, level, title, run });
}
