import { randomUUID } from 'node:crypto';
import type { Client, Exchange, Sent } from './client.ts';
import { expectAccepted, expectThat } from './expect.ts';
import type { Catalogue, Row } from './probe.ts';

/** A journey needs items, and GET /items brought none. */
export class NeedsItems extends Error {}

export type Filter = { priceMin?: number; priceMax?: number; category?: string };
type Account = { name: string; email: string; password: string };
type Line = { item: { _id: string; name: string; price: number }; quantity: number };

export type Shop = ReturnType<typeof openShop>;
export type Shopper = ReturnType<Shop['shopper']>;

export const newEmail = (mark = '') => `contract-test-${randomUUID()}${mark}@example.com`;

/** What a journey does at the backend. Calls by name succeed or end the journey; `call` leaves that to the journey. */
export function openShop(client: Client, catalogue: Catalogue | undefined, password: string) {
  const { call } = client;
  /** Token → the items that were added with it. */
  const touched = new Map<string, Set<string>>();

  async function accepted(id: string, sent: Sent, isBesideAnother?: boolean): Promise<Exchange> {
    const exchange = await call(id, sent, isBesideAnother);
    expectAccepted(exchange);
    return exchange;
  }

  /** The holder of a token. */
  function shopper(token: string, account: Account) {
    return {
      ...account,
      token,
      add(itemId: string, quantity?: number, isBesideAnother?: boolean) {
        touched.set(token, (touched.get(token) ?? new Set()).add(itemId));
        return accepted('addToCart', { token, body: { itemId, quantity } }, isBesideAnother);
      },
      /** An addition that the backend may refuse. */
      tryToAdd(body: object) {
        const { itemId } = body as { itemId?: string };
        if (itemId) touched.set(token, (touched.get(token) ?? new Set()).add(itemId));
        return call('addToCart', { token, body });
      },
      remove: (itemId: string, isBesideAnother?: boolean) =>
        accepted('removeFromCart', { token, body: { itemId } }, isBesideAnother),
      cart: () => accepted('getCart', { token }),
      /** Loads the cart, which must have these lines: item → quantity. */
      async expectCart(wanted: Record<string, number>, reason?: string) {
        const exchange = await accepted('getCart', { token });
        const lines = exchange.body as Line[];
        expectThat(exchange, write(wanted) === write(quantitiesOf(lines), lines), {
          expected: describeCart(wanted),
          reason: lines.length > distinct(lines) ? 'An item that has a line gets another one.' : reason,
        });
        for (const { item } of lines) {
          const row = catalogue?.rows.find(({ _id }) => _id === item._id);
          const expected = `Item ${row?._id}, "${row?.name}", price ${row?.price}, as in the list.`;
          const got = `Item ${item._id}, "${item.name}", price ${item.price}.`;
          const isSame = !row || (item.name === row.name && item.price === row.price);
          expectThat(exchange, isSame, { expected, got });
        }
      },
    };
  }

  async function enter(id: 'signup' | 'login', account: Account, isBesideAnother?: boolean) {
    const { name, email, password } = account;
    const body = id === 'signup' ? { name, email, password } : { email, password };
    const { body: answer } = await accepted(id, { body }, isBesideAnother);
    return shopper((answer as { token: string }).token, account);
  }

  return {
    call,
    /** Of this run; nobody keeps it. */
    password,
    shopper,
    get catalogue() {
      if (!catalogue) throw new NeedsItems();
      return catalogue;
    },
    signup: (fields: Partial<Account> = {}) =>
      enter('signup', { name: 'Contract Test', email: newEmail(), password, ...fields }),
    login: (account: Account, isBesideAnother?: boolean) => enter('login', account, isBesideAnother),

    /** Loads the list with a filter, which must bring exactly the items that fit it. */
    async expectItems(filter: Filter, words: string) {
      const { rows } = this.catalogue;
      const exchange = await accepted('getItems', { query: filter });
      const found = exchange.body as Row[];
      const wanted = rows.filter((row) => fits(row, filter));
      const strangers = found.filter((row) => !wanted.some(({ _id }) => _id === row._id));
      const isMet = !strangers.length && sameIds(found, wanted);
      expectThat(exchange, isMet, {
        expected: `${words}: ${wanted.length} of ${rows.length} items.`,
        ...(strangers.length > 0 && { got: describeStrangers(strangers, found) }),
        reason: isMet ? undefined : await explainFilter(filter, found, rows),
      });
    },

    /** Empties the carts that were filled. */
    async tidy() {
      for (const [token, ids] of touched)
        for (const itemId of ids) await call('removeFromCart', { token, body: { itemId } });
      touched.clear();
    },
  };

  /** Whether a filter that does nothing works under a name that other shops give it. */
  async function explainFilter(filter: Filter, found: Row[], rows: Row[]): Promise<string | undefined> {
    const [[name, value] = ['', ''], ...others] = Object.entries(filter);
    if (others.length || !sameIds(found, rows)) return undefined;
    const wanted = rows.filter((row) => fits(row, filter));
    for (const other of otherNames[name as keyof Filter] ?? []) {
      const { body } = await call('getItems', { query: { [other]: value } });
      if (Array.isArray(body) && sameIds(body, wanted))
        return `${name} is ignored, but ${other} works: rename it.`;
    }
    return `${name} is ignored.`;
  }
}

const otherNames: Record<keyof Filter, string[]> = {
  priceMin: ['minPrice', 'min_price', 'price_min', 'min', 'priceFrom', 'price[gte]'],
  priceMax: ['maxPrice', 'max_price', 'price_max', 'max', 'priceTo', 'price[lte]'],
  category: ['cat', 'categoryName', 'type', 'categories', 'category[]'],
};

export const fits = (
  row: Row,
  { priceMin = -Infinity, priceMax = Infinity, category = row.category }: Filter,
) => row.price >= priceMin && row.price <= priceMax && row.category.toLowerCase() === category.toLowerCase();

const sameIds = (one: Row[], two: Row[]) => idsOf(one) === idsOf(two);
const idsOf = (rows: Row[]) => JSON.stringify(rows.map((row) => row?._id).sort());

function describeStrangers(strangers: Row[], found: Row[]): string {
  const shown = strangers.slice(0, 3).map((it) => JSON.stringify(it));
  const more = strangers.length > 3 ? `, and ${strangers.length - 3} more` : '';
  return `${strangers.length} of ${found.length} entries do not belong: ${shown.join(', ')}${more}`;
}

const distinct = (lines: Line[]) => new Set(lines.map(({ item }) => item._id)).size;
const quantitiesOf = (lines: Line[]) =>
  Object.fromEntries(lines.map(({ item, quantity }) => [item._id, quantity]));

/** Comparable. Two lines of one item are never what a journey wants. */
const write = (quantities: Record<string, number>, lines: Line[] = []) =>
  `${JSON.stringify(Object.entries(quantities).sort())}${lines.length > Object.keys(quantities).length ? ' twice' : ''}`;

function describeCart(wanted: Record<string, number>): string {
  const lines = Object.entries(wanted).map(([id, quantity]) => `item ${id} with quantity ${quantity}`);
  if (!lines.length) return 'An empty list.';
  return `${lines.length === 1 ? 'One line' : `${lines.length} lines`}: ${lines.join(', ')}.`;
}
