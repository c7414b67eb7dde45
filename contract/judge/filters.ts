import { type FilterRule, matchesFilters } from '../openapi/filterRules.ts';
import type { Item } from './catalogue.ts';
import type { Details } from './failure.ts';
import { findOperation } from './files.ts';

/** Query parameters of GET /items. */
export type Filter = Record<string, string | number | undefined>;

/** What the filters of GET /items compare. */
export const itemFilters: FilterRule[] = findOperation('getItems')?.filters ?? [];

const INCOMPLETE =
  'A filter returns items that GET /items without filters lacks. The store does not request further pages.';

export const matches = (item: Item, filter: Filter) => matchesFilters(item, filter, itemFilters);

/** Items of the first list that the second one lacks. */
function differenceOf(one: Item[], two: Item[]): Item[] {
  const ids = new Set(two.map(({ _id }) => _id));
  return one.filter(({ _id }) => !ids.has(_id));
}

const isSame = (one: Item[], two: Item[]) =>
  one.length === two.length && !differenceOf(one, two).length && !differenceOf(two, one).length;

/** How a list differs from the items that match a filter; undefined if it does not. */
export function findDifference(found: Item[], items: Item[], filter: Filter): Details | undefined {
  const matching = items.filter((item) => matches(item, filter));
  if (isSame(found, matching)) return undefined;
  const extra = differenceOf(found, matching);
  const missing = differenceOf(matching, found);
  return {
    expected: `The items that match ${JSON.stringify(filter)}: ${matching.length} of ${items.length}.`,
    got: `Status 200, a list of ${found.length}${describe('extra', extra)}${describe('missing', missing)}`,
    level: 'breaks',
    ...explain({ items, filter, found, extra }),
  };
}

function describe(what: string, items: Item[]): string {
  const some = items.slice(0, 3).map(({ _id, name, price }) => `${_id} "${name}" ${price}`);
  return items.length ? `; ${items.length} ${what}: ${some.join(', ')}` : '';
}

type Difference = { filter: Filter } & Record<'items' | 'found' | 'extra', Item[]>;

/** What the difference shows, if it excludes other reasons. */
function explain({ items, filter, found, extra }: Difference) {
  const [name = '', another] = Object.keys(filter);
  if (differenceOf(extra, items).some((item) => matches(item, filter))) return { cause: INCOMPLETE };
  if (another) return { kind: 'combines filters wrongly' };
  const ignored = filter[name] === 0 ? `${name}=0` : name;
  if (isSame(found, items)) return { cause: `${ignored} has no effect: the list is the same as without it.` };
  return { kind: `${name}: wrong items` };
}
