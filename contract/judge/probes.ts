import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { isSuccess } from './exchange.ts';
import { errorOf } from './failure.ts';
import { inSeconds } from './http.ts';

/** In milliseconds. A cache of five seconds shows. */
const LATENESS_PAUSES = [500, 2000, 4000];
/** In milliseconds. Enough calls to tell instances that alternate from a session that is stored late. */
const TOKEN_PAUSES = Array.from({ length: 10 }, () => 150);
/** A probe takes seconds, so each kind is given up after two that showed nothing. */
const MAX_FAILED = 2;

const LATE_TOKEN =
  'A new token is refused at first and accepted a moment later: its session is stored too late.';
const CHANGING_TOKEN =
  'Some calls accept a token and others refuse it: instances of the backend have different secrets or sessions.';

type Proof = { cause: string; evidence: string };

/** Tries again what failed, to see whether it works a moment later, or now and then. */
export class Probes {
  private failed = { cart: 0, token: 0 };

  constructor(private client: Client) {}

  /** The cause, if a cart that is wrong is right a moment later. */
  async probeCart(isRight: () => Promise<boolean>): Promise<Proof | undefined> {
    if (this.failed.cart >= MAX_FAILED) return undefined;
    const begin = performance.now();
    for (const pause of LATENESS_PAUSES) {
      if (!(await this.tryAfter(pause, isRight))) continue;
      const cause = `The cart was right ${inSeconds(performance.now() - begin)} later: it is cached, or read from a replica that lags.`;
      return { cause, evidence: 'the cart is late' };
    }
    this.failed.cart++;
    return undefined;
  }

  /** The cause, if a token that was refused is accepted by other calls. */
  async probeToken(token: string): Promise<Proof | undefined> {
    if (this.failed.token >= MAX_FAILED) return undefined;
    const answers: boolean[] = [];
    for (const pause of TOKEN_PAUSES)
      answers.push(
        await this.tryAfter(pause, async () => isSuccess(await this.client.call('getCart', { token }))),
      );
    const first = answers.indexOf(true);
    if (first < 0) {
      this.failed.token++;
      return undefined;
    }
    const cause = answers.includes(false, first) ? CHANGING_TOKEN : LATE_TOKEN;
    return { cause, evidence: cause };
  }

  /** A call that cannot be made, such as behind a limit, proves nothing. */
  private async tryAfter(pause: number, isRight: () => Promise<boolean>): Promise<boolean> {
    await sleep(pause * this.client.conditions.pauseScale);
    let isMet = false;
    await errorOf(async () => {
      isMet = await isRight();
    });
    return isMet;
  }
}
