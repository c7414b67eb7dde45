import type { Item } from '../../src/store/api.generated';

/** The shop of the walks: small, so that a walk is quick; two shoppers whose carts differ, so that a mix-up shows. */
export const items: Item[] = [
  { _id: 'mug', name: 'Mug', description: 'Holds tea.', category: 'Kitchen', price: 18.5 },
  { _id: 'pan', name: 'Pan', description: 'Fries.', category: 'Kitchen', price: 40 },
  { _id: 'lamp', name: 'Lamp', description: 'Shines.', category: 'Home & Light', price: 89.95 },
];

export const accounts = [
  { name: 'Ada', email: 'ada@example.com', password: 'ada', cart: { mug: 2, lamp: 1 } },
  { name: 'Bob', email: 'bob@example.com', password: 'bob', cart: { pan: 1 } },
];

/** Tokens that storage may hold without a login in this tab. The last two are nobody's; the last one no header takes. */
export const tokens = { ada: 'Ada-1', bob: 'Bob-1', nobody: 'Nobody-1', broken: 'bröken' };

/** What can happen to a call; `lost`: the backend does what it is asked for, and the answer does not arrive. */
export const faults = [
  'offline',
  'hang',
  'lost',
  'status-401',
  'status-404',
  'status-409',
  'status-500',
  'html-instead-of-json',
  'empty',
  'no-content',
  'malformed-json',
  'null',
  'wrong-type',
] as const;

export type Fault = (typeof faults)[number];
