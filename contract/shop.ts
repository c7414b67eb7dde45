import { exec } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type Client, type Exchange, isSuccess, type Sent, Unjudged } from './client.ts';
import { expectAccepted, expectAnswered, expectThat, Unmet } from './expect.ts';
import { CannotCheck, type Catalogue, isRow, type Row } from './probe.ts';

/** A journey needs items, and GET /items brought none. */
export class NeedsItems extends Error {}

/** A journey needs an account of its own, and there is no open signup. */
export class NeedsSignup extends Error {}

/** How shoppers get in where they cannot simply sign up. */
export type Entry = {
  /** What there is, at most three. */
  accounts?: { email: string; password: string }[] | undefined;
  /** A command that signs up the shopper in NAME, EMAIL and PASSWORD, and prints a token. */
  command?: string | undefined;
  /** Where test users get their letters. */
  domain?: string | undefined;
};

export type Filter = {
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  category?: string | undefined;
};
type Account = { name: string; email: string; password: string };
export type Line = { item: { _id: string; name: string; price: number }; quantity: number };
/** What a cart should be: item → quantity, which is 0 for what was removed. */
type Cart = Map<string, number>;
/** Who logs in. Devices share what they want; `odd` names what is not as in other accounts. */
type Person = Account & { wanted?: Cart; odd?: string };

export type Shop = ReturnType<typeof openShop>;
export type Shopper = ReturnType<Shop['shopper']>;

/** What the emails of this run's test users begin with; with other cases of its letters among them. */
export const EMAIL_PREFIX = `contract-test-${randomUUID().slice(0, 8)}-`;

/** Of a run's test users, so that nobody who reads this can log in as one. No longer than many a backend takes. */
export const makePassword = () => `${randomUUID().slice(0, 16)}-Ab1!`;

/** What a journey does at the backend. Calls by name succeed or end the journey; `call` leaves that to the journey. */
export function openShop(
  client: Client,
  catalogue: Catalogue | undefined,
  password: string,
  { accounts, command, domain = 'example.com' }: Entry = {},
) {
  let entered = 0;
  const isOpen = !accounts && !command;
  /** The removals of all that was added, each once. */
  const removals = new Map<string, Sent>();

  async function call(id: string, sent: Sent = {}): Promise<Exchange> {
    if (id === 'signup' && !isOpen) throw new NeedsSignup();
    const { token, body } = sent;
    const { itemId } = (body ?? {}) as { itemId?: unknown };
    if (id === 'addToCart' && token && typeof itemId === 'string')
      removals.set(`${token} ${itemId}`, { token, body: { itemId } });
    return client.call(id, sent);
  }

  async function accepted(id: string, sent: Sent): Promise<Exchange> {
    const exchange = await call(id, sent);
    expectAccepted(exchange);
    return exchange;
  }

  /** The holder of a token. What is done by name goes into `wanted`, which devices share. */
  function shopper(token: string, account: Person, wanted: Cart = new Map()) {
    const put = (itemId: string, quantity: number) =>
      wanted.set(itemId, (wanted.get(itemId) ?? 0) + quantity);
    return {
      ...account,
      token,
      wanted,
      async add(itemId: string, quantity?: number) {
        await accepted('addToCart', { token, body: { itemId, quantity } });
        put(itemId, quantity ?? 1);
      },
      /** An addition that the backend may refuse. */
      async tryToAdd(body: { itemId: string; quantity: unknown }) {
        const exchange = await call('addToCart', { token, body });
        if (!exchange.status) expectAnswered(exchange);
        if (isSuccess(exchange)) put(body.itemId, Number(body.quantity));
        return exchange;
      },
      /** What is not there may be refused. */
      async remove(itemId: string) {
        const exchange = await call('removeFromCart', { token, body: { itemId } });
        if (wanted.get(itemId)) expectAccepted(exchange);
        else expectAnswered(exchange);
        wanted.set(itemId, 0);
      },
      cart: () => accepted('getCart', { token }),
      /** Whatever is in the cart by now is right: what has brought it there is not in question. */
      async settle() {
        const lines = (await this.cart()).body as Line[];
        wanted.clear();
        for (const { item, quantity } of lines) wanted.set(item._id, quantity);
      },
      /** Takes all lines out of the cart, and looks whether they are gone. */
      async empty() {
        const lines = (await this.cart()).body as Line[];
        for (const { item, quantity } of lines) {
          wanted.set(item._id, quantity);
          await this.remove(item._id);
        }
        wanted.clear();
        if (lines.length) await this.look();
      },
      /** Loads the cart, which must be what was done. */
      async look(reason?: string) {
        const exchange = await this.cart();
        const lines = exchange.body as Line[];
        const symptom = compareCarts(lines, wanted);
        expectThat(exchange, !symptom, {
          expected: describeCart(wanted),
          symptom,
          reason: symptom.includes('twice') ? 'An item that has a line gets another one.' : reason,
        });
        for (const { item } of lines) {
          const row = catalogue?.rows.find(({ _id }) => _id === item._id);
          const expected = `Item ${row?._id}, "${row?.name}", price ${row?.price}, as in the list.`;
          const got = `Item ${item._id}, "${item.name}", price ${item.price}.`;
          const isSame = !row || (item.name === row.name && item.price === row.price);
          expectThat(exchange, isSame, { expected, got, symptom: 'other item' });
        }
      },
    };
  }

  async function enter(id: 'signup' | 'login', { wanted, odd, name, email, password }: Person) {
    const exchange = await call(id, { body: { ...(id === 'signup' && { name }), email, password } });
    expectAccepted(exchange, odd);
    const { token } = exchange.body as { token: string };
    return shopper(token, { name, email, password, ...(odd && { odd }) }, wanted);
  }

  const newEmail = (mark = '') => `${EMAIL_PREFIX}${randomUUID().slice(-12)}${mark}@${domain}`;
  const newAccount = (fields: Partial<Account> = {}): Account => ({
    name: 'Contract Test',
    email: newEmail(),
    password,
    ...fields,
  });

  return {
    call,
    together: client.together,
    /** Whether anybody can sign up. */
    isOpen,
    /** Of this run; nobody keeps it. */
    password,
    newEmail,
    newAccount,
    shopper,
    get catalogue() {
      if (!catalogue) throw new NeedsItems();
      return catalogue;
    },
    async signup(fields: Partial<Account> = {}) {
      const account = newAccount(fields);
      if (command) {
        const token = await runSignup(command, account);
        client.secrets.add(token);
        return shopper(token, account);
      }
      const odd = Object.keys(fields).join(' ');
      if (!accounts) return enter('signup', { ...account, odd });
      const known = accounts[entered++];
      if (!known || odd) throw new NeedsSignup();
      const ada = await enter('login', { ...account, ...known });
      await ada.empty();
      return ada;
    },
    login: (account: Person) => enter('login', account),

    /** A call that fits the contract but for what is `wrong`: fields, a text in place of the body, the token, or what stands in the `path`. */
    spoil(id: string, wrong: Record<string, unknown>, ada: Partial<Account & { token: string }> = {}): Sent {
      const { token, email, password } = ada;
      const itemId = catalogue?.item._id;
      const bodies: Record<string, object> = {
        signup: newAccount(),
        login: { email, password },
        addToCart: { itemId, quantity: 2 },
        removeFromCart: { itemId },
      };
      const body = bodies[id];
      if ('text' in wrong) return { token, ...wrong };
      if ('token' in wrong || 'path' in wrong) return { token, body, ...wrong };
      return body ? { token, body: { ...body, ...wrong } } : { query: wrong as Record<string, string> };
    },

    /** Loads the list with a filter, which must bring exactly the items that fit it. */
    async expectItems(filter: Filter) {
      const { rows } = this.catalogue;
      const exchange = await call('getItems', { query: filter });
      const list = Array.isArray(exchange.body) ? exchange.body : undefined;
      // What else is wrong with the rows is told once, and need not hide what the filters do.
      const found = list?.filter(isRow) ?? [];
      if (!isSuccess(exchange) || !list || (list.length && !found.length)) expectAccepted(exchange);
      const wanted = rows.filter((row) => fits(row, filter));
      if (sameRows(found, wanted)) return;
      const [all, ids] = [idsOf(rows), idsOf(wanted)];
      const strangers = found.filter(({ _id }) => !ids.has(_id));
      const isPaged = strangers.some((row) => !all.has(row._id) && fits(row, filter));
      throw new Unmet(exchange, {
        expected: `The items that fit ${JSON.stringify(filter)}: ${wanted.length} of ${rows.length}.`,
        got: strangers.length ? describeStrangers(strangers, found, isPaged) : undefined,
        symptom: isPaged ? 'unlisted' : strangers.length ? 'extra' : 'missing',
        reason: isPaged ? PAGED : await explainFilter(filter, found, rows, wanted),
      });
    },

    /** Empties the carts that were filled. */
    async tidy() {
      for (const sent of removals.values())
        await call('removeFromCart', sent).catch((error) => {
          if (!(error instanceof Unjudged) || error.isFinal) throw error;
        });
    },
  };

  /** Whether a filter that does nothing works under a name that other shops give it. */
  async function explainFilter(filter: Filter, found: Row[], rows: Row[], wanted: Row[]) {
    const [[name, value] = ['', ''], ...others] = Object.entries(filter);
    if (others.length || !sameRows(found, rows)) return undefined;
    for (const other of otherNames[name as keyof Filter] ?? []) {
      const { body } = await call('getItems', { query: { [other]: value } });
      if (Array.isArray(body) && sameRows(body, wanted))
        return `${name} is ignored, but ${other} works: rename it.`;
    }
    return `${name} is ignored.`;
  }
}

async function runSignup(command: string, { name, email, password }: Account): Promise<string> {
  const env = { ...process.env, NAME: name, EMAIL: email, PASSWORD: password };
  const { stdout } = await promisify(exec)(command, { env }).catch(({ code, stderr }) => {
    const [line = ''] = `${stderr}`.trim().split('\n');
    throw new CannotCheck(`The --signup command ended with ${code}: ${line.replaceAll(password, '•••')}`);
  });
  const token = stdout.trim().split('\n').at(-1)?.trim();
  if (!token) throw new CannotCheck('The --signup command printed no token.');
  return token;
}

const PAGED =
  'GET /items without a filter leaves them out. If it brings a page at a time: the store asks once, and shows what it gets.';

const otherNames: Record<keyof Filter, string[]> = {
  priceMin: ['minPrice', 'min_price', 'price_min', 'min', 'priceFrom', 'price[gte]'],
  priceMax: ['maxPrice', 'max_price', 'price_max', 'max', 'priceTo', 'price[lte]'],
  category: ['cat', 'categoryName', 'type', 'categories', 'category[]'],
};

export const fits = (
  row: Row,
  { priceMin = -Infinity, priceMax = Infinity, category = row.category }: Filter,
) => row.price >= priceMin && row.price <= priceMax && row.category.toLowerCase() === category.toLowerCase();

const idsOf = (rows: Row[]) => new Set(rows.map(({ _id }) => _id));

const sameRows = (one: Row[], two: Row[]) =>
  one.length === two.length && isWithin(one, idsOf(two)) && isWithin(two, idsOf(one));
const isWithin = (rows: Row[], ids: Set<string>) => rows.every((row) => ids.has(row?._id));

function describeStrangers(strangers: Row[], found: Row[], isPaged: boolean): string {
  const shown = strangers.slice(0, 3).map((it) => JSON.stringify(it));
  const more = strangers.length > 3 ? `, and ${strangers.length - 3} more` : '';
  const what = isPaged ? 'are not in the list without filters' : 'do not belong';
  return `${strangers.length} of ${found.length} entries ${what}: ${shown.join(', ')}${more}`;
}

/** How the lines differ from what they should be, in words; empty where they do not. */
function compareCarts(lines: Line[], wanted: Cart): string {
  const found = new Map(lines.map(({ item, quantity }) => [item._id, quantity]));
  const all = [...wanted];
  const differs = {
    twice: lines.length > found.size,
    missing: all.some(([id, quantity]) => quantity && !found.has(id)),
    extra: [...found.keys()].some((id) => !wanted.has(id)),
    less: all.some(([id, quantity]) => (found.get(id) ?? quantity) < quantity),
    more: all.some(([id, quantity]) => (found.get(id) ?? quantity) > quantity),
  };
  return Object.entries(differs)
    .flatMap(([word, isSeen]) => (isSeen ? word : []))
    .join(' ');
}

function describeCart(wanted: Cart): string {
  const lines = [...wanted].flatMap(([id, quantity]) =>
    quantity ? `item ${id} with quantity ${quantity}` : [],
  );
  if (!lines.length) return 'An empty list.';
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`}: ${lines.join(', ')}.`;
}
