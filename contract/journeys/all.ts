import { authJourneys } from './auth.ts';
import { cartJourneys } from './cart.ts';
import { itemJourneys } from './items.ts';
import type { Journey } from './journey.ts';
import { meetingJourneys } from './meetings.ts';
import { refusalJourneys } from './refusals.ts';
import { trustJourneys } from './trust.ts';

const stories = [authJourneys, itemJourneys, refusalJourneys, cartJourneys, meetingJourneys, trustJourneys];

export const journeys: Journey[] = stories.flatMap((it) =>
  Object.entries(it).map(([id, story]): Journey => ({ id, level: 'breaks', ...story })),
);

/** The journey that shows an operation at its simplest. */
export const simplest: Record<string, string> = {
  signup: 'signup',
  login: 'login',
  getItems: 'items',
  getCart: 'emptyCart',
  addToCart: 'add',
  removeFromCart: 'remove',
};
