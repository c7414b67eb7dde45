/** What a failure means, the worst first. */
export const levels = {
  breaks: 'shoppers meet it in ordinary use',
  unsafe: 'an attacker can use it, or data is lost',
  strict: 'the store hardly ever causes it',
};

export type Level = keyof typeof levels;

export const levelNames = Object.keys(levels) as Level[];

/** Whether a failure of level `found` fails a run that is checked at `least`. */
export const counts = (found: Level, least: Level) => levelNames.indexOf(found) <= levelNames.indexOf(least);

export const worst = (found: Level[]): Level => levelNames.find((level) => found.includes(level)) ?? 'strict';
