import type { Level } from '../level.ts';
import type { Shop } from '../shop.ts';

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
