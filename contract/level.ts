/** What a finding means, the most harmful first. */
export const levels = {
  breaks: 'a shopper meets it in ordinary use',
  unsafe: 'lets somebody in, or loses data',
  strict: 'only requests that the store never sends, or that hardly anybody will',
};

export type Level = keyof typeof levels;

export const levelNames = Object.keys(levels) as Level[];

/** Whether a finding of level `found` counts where `least` is what counts least. */
export const counts = (found: Level, least: Level) => levelNames.indexOf(found) <= levelNames.indexOf(least);
