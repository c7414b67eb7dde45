import { makeBackend } from '../../mocks/backend';
import { makeUser } from '../../mocks/db';
import { accounts, type Fault, items } from './shop';

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** The mock backend with the walks' items and accounts. */
export async function openShop(contract: string) {
  const users = await Promise.all(
    accounts.map(({ name, email, password }) => makeUser(name, email, password)),
  );
  const fresh = JSON.stringify({
    users,
    tokens: Object.fromEntries(users.map(({ name, id }) => [`${name}-1`, id])),
    carts: Object.fromEntries(
      users.map(({ id }, index) => [
        id,
        Object.entries(accounts[index]?.cart ?? {}).map(([itemId, quantity]) => ({ itemId, quantity })),
      ]),
    ),
  });
  let state = fresh;
  const backend = makeBackend({
    contract,
    items,
    storage: {
      load: () => state,
      save(next) {
        state = next;
      },
    },
  });
  let fault: Fault | undefined;

  /** The token by its holder and number, as the model knows it. */
  function label(token: string | null) {
    const { users, tokens } = JSON.parse(state) as {
      users: { id: string; name: string }[];
      tokens: Record<string, string>;
    };
    const holder = tokens[token ?? ''];
    if (!holder) return token;
    const own = Object.keys(tokens).filter((it) => tokens[it] === holder);
    return `${users.find(({ id }) => id === holder)?.name}-${own.indexOf(token ?? '') + 1}`;
  }

  return {
    label,
    use(next: Fault) {
      fault = next;
    },
    reset() {
      state = fresh;
      fault = undefined;
    },
    /** The request as a line of the log, and its answer; none when it hangs. */
    async handle(request: Request): Promise<[line: string, answer: Response | undefined]> {
      const met = fault;
      fault = undefined;
      const { pathname, search } = new URL(request.url);
      const authorization = request.headers.get('authorization');
      const body = await request.clone().text();
      const line = [
        `${request.method} ${pathname.replace('/api', '')}${search}`,
        body,
        authorization && `as ${label(authorization.replace('Bearer ', ''))}`,
      ]
        .filter(Boolean)
        .join(' ');
      if (met === 'hang') return [line, undefined];
      if (met && met !== 'lost') backend.use(met);
      const answer = await backend.handle(request);
      backend.use('normal');
      return [line, met === 'lost' ? Response.error() : answer];
    },
  };
}
