import { type Client, type Exchange, readJson, Unjudged } from './client.ts';
import { request } from './request.ts';

const TIMEOUT_MS = 10_000; // The store itself waits no longer.

/** There is nothing here to check. The message is one line that says what to do. */
export class CannotCheck extends Error {}

export type Row = { _id: string; name: string; category: string; price: number };

/** What the journeys choose from. */
export type Catalogue = {
  /** The whole list. */
  rows: Row[];
  item: Row;
  other: Row;
  /** Looks like an id of the backend and is none. */
  unknownId: string;
  /** The price of an item; there are cheaper ones. */
  lowPrice: number;
  /** The price of an item; there are dearer ones. */
  highPrice: number;
  /** A cent above the price of an item. */
  decimalPrice: number;
  /** Above all prices. */
  abovePrice: number;
  /** A category and two prices, each of which leaves out what the others keep. */
  together: { category: string; min: number; max: number };
};

/** The API's address without a slash at its end. Throws CannotCheck for anything but an http address. */
export function readAddress(text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new CannotCheck(
      `${text ? `"${text}" is no address of an API` : 'No address given'}. Give one as in http://localhost:3000/api`,
    );
  return url.href.replace(/\/+$/, '');
}

/**
 * The call for the backend's list of items.
 * Throws CannotCheck where nothing answers, or something other than the API.
 */
export async function fetchItems(client: Client): Promise<Exchange> {
  const { api } = client;
  const items = await client.call('getItems').catch((error: Unjudged) => {
    if (error instanceof Unjudged && !error.exchange.status)
      throw new CannotCheck(explainSilence(api, `${error.exchange.misfit}`));
    throw error;
  });
  const { status, body } = items;
  const isPage = typeof body === 'string' && body.trimStart().startsWith('<');
  const [, elsewhere] = (status < 400 && /^redirects to (.+)\/items/.exec(`${body}`)) || [];
  if (elsewhere)
    throw new CannotCheck(
      `${api}/items answers with ${status} and sends to another origin: give the address ${elsewhere}`,
    );
  if ((isPage || status === 404) && isElsewhere(await look(`${api}/cart`))) {
    const what = isPage && status < 300 ? 'an HTML page, not the API' : `${status}`;
    throw new CannotCheck(`${api}/items answers with ${what}. ${await suggest(api)}`);
  }
  return items;
}

function explainSilence(api: string, why: string): string {
  if (why.startsWith('nothing within')) return `${api}/items: ${why}.`;
  return /CERT|SIGNED|LEAF_SIGNATURE/.test(why)
    ? `The certificate of ${new URL(api).origin} is not trusted (${why}). Name its file, or its authority's: NODE_EXTRA_CA_CERTS=certificate.pem our-store-contract check ${api}`
    : `No server answers at ${api} (${why}). Start it, or mend the address.`;
}

/** Resolves when the server is up and has items, or is up and answers with something else; asks for no longer than so many seconds. */
export async function waitForServer(api: string, seconds: number, headers: Record<string, string> = {}) {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const items = await look(`${api}/items`, headers).catch(() => undefined);
    const isStarting = !items || [502, 503, 504].includes(items.status) || isEmpty(items.json);
    if (!isStarting) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const isEmpty = (json: unknown) => Array.isArray(json) && !json.length;

const isElsewhere = ({ status, isPage }: Look) => isPage || status === 404;

async function suggest(api: string): Promise<string> {
  const other = `${new URL(api).origin}/api`;
  const found = other !== api && Array.isArray((await look(`${other}/items`)).json);
  return found
    ? `The API is at ${other}: give that address.`
    : 'Give the address that the calls are under, as in http://localhost:3000/api';
}

type Look = { status: number; isPage: boolean; json: unknown };

async function look(url: string, headers: Record<string, string> = {}): Promise<Look> {
  try {
    const { status, bytes } = await request(url, { method: 'GET', headers }, TIMEOUT_MS);
    const text = new TextDecoder().decode(bytes);
    return { status, isPage: text.trimStart().startsWith('<'), json: readJson(text) };
  } catch (error) {
    throw new CannotCheck(`${url} gives no answer: ${(error as Error).message}.`);
  }
}

/**
 * Items and prices for the journeys, chosen so that each filter has something to leave out and something to
 * keep. Undefined where `list` is none, or where rows that do not fit leave too few; throws CannotCheck where there are too few at all.
 */
export function chooseCatalogue(list: unknown): Catalogue | undefined {
  if (!Array.isArray(list)) return undefined;
  const rows = list.filter(isRow);
  const prices = distinct(rows.map(({ price }) => price)).sort((a, b) => a - b);
  const categories = distinct(rows.map(({ category }) => category));
  // Cents get lost more easily than dollars.
  const [item, other] = [...rows.filter(hasCents), ...rows.filter((row) => !hasCents(row))];
  const together = chooseTogether(rows, categories);
  if (!item || !other || prices.length < 2 || categories.length < 2 || !together) {
    if (rows.length < list.length) return undefined; // The answer's misfits are what to report.
    const what = rows.length ? `${rows.length} items that differ too little` : 'an empty list';
    throw new CannotCheck(
      `GET /items brings ${what}: the filters need at least two items with different prices and categories.`,
    );
  }
  const highPrice = at(prices, Math.floor((prices.length - 1) / 2));
  // Cutting the cents off would let in the item whose price this is.
  const withCents = prices.filter((price) => aCentAbove(price) % 1 !== 0);
  return {
    rows,
    item,
    other,
    unknownId: makeUnknownId(rows),
    lowPrice: at(prices, Math.ceil(prices.length / 3)),
    highPrice,
    decimalPrice: aCentAbove(withCents[Math.floor(withCents.length / 2)] ?? highPrice),
    abovePrice: Math.ceil(at(prices, -1)) + 1,
    together,
  };
}

export function isRow(row: unknown): row is Row {
  const { _id, name, category, price } = (row ?? {}) as Record<string, unknown>;
  return [_id, name, category].every((it) => typeof it === 'string') && Number.isFinite(price);
}

/** A category and two prices, so that each of the three filters leaves out an item that the others keep. */
function chooseTogether(rows: Row[], categories: string[]) {
  const choices = categories
    // One that is spelled in two ways would make the count depend on the reading of "category".
    .filter((category) => !categories.some((it) => it !== category && sameText(it, category)))
    .map((category) => {
      const own = distinct(rows.filter((row) => row.category === category).map(({ price }) => price));
      own.sort((a, b) => a - b);
      const [min, max] =
        own.length > 2 ? [aCentAbove(at(own, 0)), aCentBelow(at(own, -1))] : [at(own, 0), at(own, -1)];
      const others = rows.filter((row) => row.category !== category && row.price >= min && row.price <= max);
      return { category, min, max, leavesOut: Math.min(own.length, 3) + Math.min(others.length, 1) };
    });
  return choices.sort((a, b) => b.leavesOut - a.leavesOut)[0];
}

/** An id that looks like the backend's own, so that it is unknown to it and not unreadable. */
function makeUnknownId(rows: Row[]): string {
  const ids = new Set(rows.map(({ _id }) => _id));
  const [sample = ''] = ids;
  const candidates = ['9', '8', '7', '99999'].map((digit) => sample.replace(/[0-9]/g, digit));
  return candidates.find((id) => !ids.has(id)) ?? `${sample}9`;
}

export const hasCents = ({ price }: Row) => price % 1 !== 0;
const aCentAbove = (price: number) => Math.round(price * 100 + 1) / 100;
const aCentBelow = (price: number) => Math.round(price * 100 - 1) / 100;
const distinct = <Value>(values: Value[]) => [...new Set(values)];
const sameText = (one: string, two: string) => one.toLowerCase() === two.toLowerCase();

function at<Value>(values: Value[], index: number): Value {
  const value = values.at(index);
  if (value === undefined) throw new Error(`Nothing at ${index} of ${values.length} values.`);
  return value;
}
