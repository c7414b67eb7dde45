import { authJourneys } from './journeys/auth';
import { bodyJourneys } from './journeys/bodies';
import { cartJourneys } from './journeys/cart';
import { itemJourneys } from './journeys/items';
import { meetingJourneys } from './journeys/meetings';
import type { Level } from './level';
import type { Shop } from './shop';

/** What the store relies on, as a short story with shoppers of its own. */
export type Journey = {
  id: string;
  /** What it means when the journey fails. */
  level: Level;
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

export const journeys: Journey[] = [
  ...authJourneys,
  ...itemJourneys,
  ...cartJourneys,
  ...meetingJourneys,
  ...bodyJourneys,
];

/** The journey that shows an operation at its simplest. */
export const simplest: Record<string, string> = {
  signup: 'signup',
  login: 'login',
  getItems: 'items',
  getCart: 'emptyCart',
  addToCart: 'add',
  removeFromCart: 'remove',
};
