import { type Client, type Exchange, PATIENCE, readJson, Unjudged } from './client.ts';
import { request } from './request.ts';

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
  /** Each once, the lowest first. */
  prices: number[];
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

/** The call for the backend's list of items. Throws CannotCheck where nothing answers, or something other than the API. */
export async function fetchItems(client: Client): Promise<Exchange> {
  const { api } = client;
  const items = await client.call('getItems').catch((error: Unjudged) => {
    if (error instanceof Unjudged && !error.exchange.status)
      throw new CannotCheck(explainSilence(api, `${error.exchange.misfit}`));
    throw error;
  });
  const { status, body } = items;
  const [, elsewhere] = (status < 400 && /^redirects to (.+)\/items/.exec(`${body}`)) || [];
  if (elsewhere)
    throw new CannotCheck(
      `${api}/items answers with ${status} and sends to another origin: give the address ${elsewhere}`,
    );
  if (isElsewhere(items) && isElsewhere(await client.call('getCart'))) {
    const what = status < 300 ? 'an HTML page, not the API' : `${status}`;
    throw new CannotCheck(`${api}/items answers with ${what}. ${await suggest(api)}`);
  }
  return items;
}

const isElsewhere = ({ status, body }: Exchange) =>
  status === 404 || (typeof body === 'string' && body.trimStart().startsWith('<'));

function explainSilence(api: string, why: string): string {
  if (why.startsWith('nothing within')) return `${api}/items: ${why}.`;
  return /CERT|SIGNED|LEAF_SIGNATURE/.test(why)
    ? `The certificate of ${new URL(api).origin} is not trusted (${why}). Name its file, or its authority's: NODE_EXTRA_CA_CERTS=certificate.pem our-store-contract check ${api}`
    : `No server answers at ${api} (${why}). Start it, or mend the address.`;
}

async function suggest(api: string): Promise<string> {
  const other = `${new URL(api).origin}/api`;
  const { list } = await look(other);
  return other !== api && list
    ? `The API is at ${other}: give that address.`
    : 'Give the address that the calls are under, as in http://localhost:3000/api';
}

/** Resolves when the server is up and has items, or is up and answers with something else; asks for no longer than so many seconds. */
export async function waitForServer(api: string, seconds: number, headers?: Record<string, string>) {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const { status, list } = await look(api, headers);
    const isStarting = [0, 502, 503, 504].includes(status) || list?.length === 0;
    if (!isStarting) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What GET /items brings there. The status is 0 where nothing answers. */
async function look(api: string, headers = {}): Promise<{ status: number; list?: unknown[] }> {
  try {
    const { status, bytes } = await request(`${api}/items`, { method: 'GET', headers }, PATIENCE.answer);
    const json = readJson(new TextDecoder().decode(bytes));
    return { status, ...(Array.isArray(json) && { list: json }) };
  } catch {
    return { status: 0 };
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
  return { rows, item, other, unknownId: makeUnknownId(rows), prices, together };
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
      const [least = 0, most = 0] = [own[0], own.at(-1)];
      const [min, max] = own.length > 2 ? [aCentAbove(least), aCentBelow(most)] : [least, most];
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
export const aCentAbove = (price: number) => Math.round(price * 100 + 1) / 100;
const aCentBelow = (price: number) => Math.round(price * 100 - 1) / 100;
const distinct = <Value>(values: Value[]) => [...new Set(values)];
const sameText = (one: string, two: string) => one.toLowerCase() === two.toLowerCase();
