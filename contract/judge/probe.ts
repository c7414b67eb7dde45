import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { Stop } from './failure.ts';

const isPage = ({ body }: Exchange) => typeof body === 'string' && body.trimStart().startsWith('<');
const isFromApi = (exchange: Exchange) => isSuccess(exchange) && !isPage(exchange);

/** Loads the items, and lets the first shoppers in. Throws Stop if nothing can be judged, with a sentence that says what to do. */
export async function reach(accounts: Accounts, catalogue: Catalogue) {
  const { client, entry, isOpen } = accounts;
  const list = await catalogue.load();
  for (const account of entry.accounts ?? []) {
    const login = await client.call('login', { body: account });
    if (!isSuccess(login))
      throw new Stop(`An account of --account cannot log in: POST /auth/login → ${login.status}`, login);
  }
  const signup = isOpen ? await accounts.open() : undefined;
  if (!signup || [list, signup].some(isFromApi)) return;
  const answer = [list.status, list.headers.get('location')].filter(Boolean).join(' to ');
  throw new Stop(
    `Neither GET /items (${isPage(list) ? 'an HTML page' : answer}) nor POST /auth/signup succeeds: give the address that the calls are under, such as http://localhost:3000/api`,
    list,
  );
}
