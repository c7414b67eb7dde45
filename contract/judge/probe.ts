import type { Accounts } from './accounts.ts';
import type { Catalogue } from './catalogue.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { Stop } from './failure.ts';

/** Loads the list of items. Throws Stop where nothing can be judged, with a sentence that says what to do. */
export async function reach(accounts: Accounts, catalogue: Catalogue) {
  const { client } = accounts;
  const { api } = client.conditions;
  const list = await catalogue.load().catch((error) => {
    if (error instanceof Stop && error.exchange && !error.exchange.status)
      throw new Stop(explainSilence(api, `${error.exchange.problem}`), error.exchange);
    throw error;
  });
  if (!isFromApi(list)) await expectSomeSuccess(accounts, list);
  for (const account of accounts.entry.accounts ?? []) {
    const login = await client.call('login', { body: account });
    if (!isSuccess(login))
      throw new Stop(`An account of --account cannot log in: POST /auth/login → ${login.status}`, login);
  }
}

const isPage = ({ body }: Exchange) => typeof body === 'string' && body.trimStart().startsWith('<');
const isFromApi = (exchange: Exchange) => isSuccess(exchange) && !isPage(exchange);

/** If no call succeeds, the address is probably wrong. */
async function expectSomeSuccess(accounts: Accounts, list: Exchange) {
  const { client, entry } = accounts;
  const body = entry.accounts?.[0] ?? accounts.newAccount();
  const first = await client.call(accounts.isOpen ? 'signup' : 'login', { body });
  if ([first, await client.call('getCart')].some(isFromApi)) return;
  const answer = [list.status, list.headers.get('location')].filter(Boolean).join(' to ');
  const what = isPage(list) ? 'an HTML page' : answer;
  throw new Stop(
    `Neither GET /items (${what}) nor any other call succeeds: give the address that the calls are under, such as http://localhost:3000/api`,
    list,
  );
}

function explainSilence(api: string, problem: string): string {
  if (problem.startsWith('no response')) return `${api}/items: ${problem}`;
  return /CERT|SIGNED|LEAF_SIGNATURE/.test(problem)
    ? `The certificate of ${api} is not trusted (${problem}). Name its file: NODE_EXTRA_CA_CERTS=certificate.pem our-store-contract check ${api}`
    : `No server answers at ${api} (${problem}). Start it, or correct the address`;
}
