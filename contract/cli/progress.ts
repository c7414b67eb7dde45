import type { Io } from './io.ts';

/** What a run makes for each of its journeys, at most. The self-test compares this with a run. */
const PER_JOURNEY = { calls: 18, users: 1.25 };

/** How many calls and test users a run will make at most, in two digits. */
export function estimate(journeys: number) {
  const round = (count: number) => Math.ceil(Number(count.toPrecision(2)));
  return { calls: round(journeys * PER_JOURNEY.calls), users: round(journeys * PER_JOURNEY.users) };
}

/** Says before the first call what a run will make. Returns a function that says in a terminal how far it is. */
export function startProgress(stderr: Io['stderr'], journeys: number, hasAccounts: boolean) {
  const { calls, users } = estimate(journeys);
  const who = hasAccounts ? 'with your accounts' : `and ${users} test users`;
  stderr.write(`This run makes up to ${calls} calls ${who}.\n`);
  return (done: number) => {
    if (!stderr.isTTY) return;
    // Each line replaces the one before it, and the last one is empty.
    stderr.write(`\r\x1b[K${done < journeys ? `${done} of ${journeys} journeys` : ''}`);
  };
}
