import type { Level } from '../level.ts';
import type { Shop, Shopper } from '../shop.ts';

/** What the store relies on, as a short story with shoppers of its own. */
export type Story = {
  /** What it means when the journey fails; `breaks` where nothing is said. */
  level?: Level;
  /** The journey in words. */
  summary: string;
  /** A sentence of openapi.yaml, word for word. */
  contract: string;
  /** What a shopper meets when the journey fails. */
  shopper: string;
  /** Throws Unmet where the backend does otherwise. */
  run(shop: Shop): Promise<void>;
};

/** Stories by the ids of their journeys. */
export type Stories = Record<string, Story>;

export type Journey = Story & { id: string; level: Level };

// Sentences of openapi.yaml that are cited in several files.
export const adds = "Adds the quantity to the item's line, creating the line when there is none.";
export const removes = "Removes the item's whole line from the cart; the other lines stay.";
export const sameCart = 'Exchanges an email and a password for a token, which opens the same cart each time.';
export const tokenLasts =
  'Everything under `/cart` needs the bearer token that `signup` and `login` return, which works for any number of calls.';
export const wrongIsRefused = 'A wrong password or an unknown email is refused.';

/** A story of each row. */
export const mapStories = <Row>(rows: Record<string, Row>, make: (row: Row) => Story): Stories =>
  Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, make(row)]));

/** Stories that have something in common. */
export const group = <Common extends Partial<Story>>(
  common: Common,
  stories: Record<string, Omit<Story, keyof Common> & Partial<Story>>,
): Stories => mapStories(stories, (story) => ({ ...common, ...story }) as Story);

type Act = { who: Shopper; itemId: string; quantity: number | undefined; reason: string | undefined };

/** What somebody does in a story, to an item where one is named. */
const acts: Record<string, (act: Act) => Promise<unknown>> = {
  opens: ({ who }) => who.cart(),
  looks: ({ who, reason }) => who.look(reason),
  adds: ({ who, itemId, quantity }) => who.add(itemId, quantity),
  removes: ({ who, itemId }) => who.remove(itemId),
};

/**
 * A story in words, as in `ada adds 2 item, ada/phone looks`. Who is named first signs up; `ada/phone` is a device of
 * hers, which logs in. What stands around an & meets at the backend. A look compares the cart with what was done, and
 * `reason` is why it may differ.
 */
export const play =
  (story: string, { reason, rounds = 1 }: { reason?: string; rounds?: number } = {}) =>
  async (shop: Shop) => {
    const people = new Map<string, Shopper>();
    async function entering(name: string): Promise<() => Promise<unknown>> {
      const [ownersName = '', device] = name.split('/');
      const owner = device && (await find(ownersName));
      return async () => people.set(name, await (owner ? shop.login(owner) : shop.signup()));
    }
    async function find(name: string): Promise<Shopper> {
      if (!people.has(name)) await (await entering(name))();
      return people.get(name) as Shopper;
    }
    async function prepare(step: string): Promise<() => Promise<unknown>> {
      const [name = '', does = '', ...words] = step.split(' ');
      if (does === 'enters') return entering(name);
      const act = acts[does];
      if (!act) throw new Error(`There is no story in which somebody "${does}".`);
      const who = await find(name);
      const item = words.pop() as 'item' | 'other' | undefined;
      const itemId = item ? shop.catalogue[item]._id : '';
      return () =>
        act({ who, itemId, quantity: words[0] === undefined ? undefined : Number(words[0]), reason });
    }
    for (const line of Array(rounds).fill(story).join(', ').split(', ')) {
      const steps = [];
      for (const step of line.split(' & ')) steps.push(await prepare(step));
      if (steps.length > 1) await shop.together(steps);
      else await steps[0]?.();
    }
  };
