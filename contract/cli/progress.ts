import type { Journey } from '../journeys/journey.ts';
import type { Exchange } from '../judge/exchange.ts';
import type { Io } from './io.ts';

/** What a run of all journeys makes. The number of calls depends on the catalogue. The self-test compares this with a run. */
export const TYPICAL = { fewestCalls: 800, mostCalls: 1600, users: 100 };

/** How many calls the estimate of the time is based on. */
const MIN_CALLS = 10;

const about = (count: number) => (count < 100 ? Math.ceil(count) : Math.round(count / 10) * 10);

/** Says before the first call what a run will make, then how long it will take, and how far it is. */
export class Progress {
  private isEstimated = false;
  private done = 0;
  private mostCalls: number;

  constructor(
    private stderr: Io['stderr'],
    private journeys: Journey[],
    allJourneys: number,
  ) {
    const share = journeys.length / allJourneys;
    this.mostCalls = share * TYPICAL.mostCalls;
    const calls = `${about(share * TYPICAL.fewestCalls)} to ${about(this.mostCalls)} calls`;
    stderr.write(`This run makes about ${calls} and ${about(share * TYPICAL.users)} test users.\n`);
  }

  update(exchanges: Exchange[], rate = Infinity) {
    this.done++;
    if (!this.isEstimated && exchanges.length >= MIN_CALLS) {
      this.isEstimated = true;
      const pause = exchanges.reduce((sum, { start, end }) => sum + end - start, 0) / exchanges.length;
      const total = this.mostCalls * Math.max(pause, 1000 / rate);
      this.line(
        `It takes at most about ${Math.ceil(total / 1000)} s, at ${Math.ceil(pause)} ms per response.\n`,
      );
    }
    if (this.stderr.isTTY) this.line(`${this.done} of ${this.journeys.length} journeys`);
    if (this.done === this.journeys.length) this.line('');
  }

  /** Replaces the line of progress in a terminal. */
  private line(text: string) {
    this.stderr.write(this.stderr.isTTY ? `\r\x1b[K${text}` : text);
  }
}
