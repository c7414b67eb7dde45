import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { isSuccess } from './exchange.ts';

/** In milliseconds. Enough calls to tell instances that alternate from a session that is stored late. */
const PROBE_PAUSES = Array.from({ length: 10 }, () => 150);
const LATE_TOKEN =
  'A new token is refused at first and accepted a moment later: its session is stored too late.';
const CHANGING_TOKEN =
  'Some calls accept a token and others refuse it: instances of the backend have different secrets or sessions.';

/** The cause, if a token that was refused is accepted by other calls. */
export async function probeToken(client: Client, token: string): Promise<string | undefined> {
  const answers: boolean[] = [];
  for (const pause of PROBE_PAUSES) {
    await sleep(pause * client.conditions.pauseScale);
    // A call that cannot be made, such as behind a limit, proves nothing.
    const cart = await client.call('getCart', { token }).catch(() => undefined);
    answers.push(cart !== undefined && isSuccess(cart));
  }
  const first = answers.indexOf(true);
  if (first < 0) return undefined;
  return answers.includes(false, first) ? CHANGING_TOKEN : LATE_TOKEN;
}
