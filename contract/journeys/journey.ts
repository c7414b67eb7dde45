import type { Level } from '../level.ts';
import type { Shop } from '../shop.ts';

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
