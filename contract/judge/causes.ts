import { isDeepStrictEqual } from 'node:util';
import { type Item, LIST_PAUSES } from './catalogue.ts';
import type { Client } from './client.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { type Filter, matches } from './filters.ts';

// Causes that need further calls. A call that cannot be made, such as behind a limit, proves nothing.

/** In milliseconds. Enough calls to tell instances that alternate from a session that is stored late. */
const TOKEN_PAUSES = Array.from({ length: 10 }, () => 150);
const LATE_TOKEN =
  'A new token is refused at first and accepted a moment later: it is stored too late, or its "nbf" is in the future.';
const CHANGING_TOKEN =
  'Some calls accept a token and others refuse it, as if instances of the backend had different secrets or sessions.';

const CACHED_LIST = 'GET /items returns the list of another filter: a cache ignores the query.';

/** The cause, if a token that was refused is accepted by other calls. */
export async function probeToken(client: Client, { operation, sent }: Exchange): Promise<string | undefined> {
  const wasAccepted = client.exchanges.some(
    (other) => other.operation === operation && other.sent.token === sent.token && isSuccess(other),
  );
  const answers: boolean[] = [];
  for (const pause of TOKEN_PAUSES) {
    await client.pause(pause);
    answers.push(isSuccess(await client.call('getCart', { token: sent.token })));
  }
  const first = answers.indexOf(true);
  if (first < 0) return undefined;
  if (answers.includes(false, first)) return CHANGING_TOKEN;
  // A call that is still refused has another reason.
  if (!isSuccess(await client.call(operation.id, sent))) return undefined;
  return wasAccepted ? CHANGING_TOKEN : LATE_TOKEN;
}

/** The cause, if a filter works after a pause, and the next call without filters returns its list. */
export async function probeFilter(client: Client, { sent }: Exchange): Promise<string | undefined> {
  const isMatching = (item: Item) => matches(item, sent.query as Filter);
  for (const pause of LIST_PAUSES) {
    await client.pause(pause);
    const filtered = (await client.call('getItems', sent)).body as Item[];
    const all = (await client.call('getItems')).body;
    if (isDeepStrictEqual(filtered, all) && filtered.every(isMatching)) return CACHED_LIST;
  }
  return undefined;
}
