import type { Item } from '../../store/api.generated';
import { isFiniteNumber, isNonEmptyString, parseRows } from '../../store/responses';

/** The items of a response, without duplicate ids. Drops rows without an id, a name or a finite price. */
export function parseItems(body: string): Item[] | undefined {
  const ids = new Set<string>();
  const items = parseRows(body, 'getItems', ({ _id, name, description, category, price }) => {
    if (!isNonEmptyString(_id) || ids.has(_id) || !isNonEmptyString(name) || !isFiniteNumber(price)) {
      return undefined;
    }
    ids.add(_id);
    return Object.freeze({ _id, name, description: asText(description), category: asText(category), price });
  });
  // Immer skips frozen values. Otherwise it would deep-freeze thousands of items.
  Object.freeze(items);
  return items;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
