import { expectRefused } from '../expect.ts';
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
  /** Journeys whose failure explains that of this one. */
  needs?: string[];
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
export const misfitIsRefused = 'A body or a query that does not fit its schema is refused.';

/** Stories that have something in common. */
export function group<Common extends Partial<Story>>(
  common: Common,
  stories: Record<string, Omit<Story, keyof Common> & Partial<Story>>,
): Stories {
  return Object.fromEntries(
    Object.entries(stories).map(([id, story]) => [id, { ...common, ...story } as Story]),
  );
}

type Act = { who: Shopper; words: string[]; shop: Shop; meets: boolean; reason: string | undefined };

const itemOf = ({ words, shop }: Act) => shop.catalogue[words.at(-1) as 'item' | 'other']._id;

/** What somebody does in a story. */
const acts: Record<string, (act: Act) => unknown> = {
  enters() {},
  opens: ({ who }) => who.cart(),
  looks: ({ who, reason }) => who.look(reason),
  adds: (act) => act.who.add(itemOf(act), act.words.length > 1 ? Number(act.words[0]) : undefined, act.meets),
  removes: (act) => act.who.remove(itemOf(act), act.meets),
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
    async function find(name: string): Promise<Shopper> {
      const [owner = '', device] = name.split('/');
      const known = people.get(name) ?? (device ? await shop.login(await find(owner)) : await shop.signup());
      people.set(name, known);
      return known;
    }
    for (let round = 0; round < rounds; round++)
      for (const line of story.split(', ')) {
        const steps = [];
        for (const step of line.split(' & ')) {
          const [name = '', does = '', ...words] = step.split(' ');
          const act = acts[does];
          if (!act) throw new Error(`There is no story in which somebody "${does}".`);
          steps.push({ who: await find(name), act, words });
        }
        const meets = steps.length > 1;
        await Promise.all(steps.map(({ act, ...step }) => act({ ...step, shop, meets, reason })));
      }
  };

/** What makes a good body one that is refused: other fields, or another text altogether. */
export type Wrong = { text: string | undefined } | object;

/** Each call is refused that differs in one of `wrongs` from one that fits, and the cart, with `quantity` of an item, stays as it is. */
export const refuses =
  (
    id: string,
    wrongs: Wrong[] | ((shop: Shop) => Wrong[]),
    { reason, quantity = 0 }: { reason?: string; quantity?: number } = {},
  ) =>
  async (shop: Shop) => {
    const ada = id === 'signup' ? undefined : await shop.signup();
    if (ada && quantity) await ada.add(shop.catalogue.item._id, quantity);
    for (const wrong of typeof wrongs === 'function' ? wrongs(shop) : wrongs) {
      const sent = 'text' in wrong ? wrong : { body: { ...shop.bodyOf(id, ada ?? {}), ...wrong } };
      expectRefused(await shop.call(id, { token: ada?.token, ...sent }), reason);
    }
    if (/cart/i.test(id)) await ada?.look();
  };
