import type { Item } from '../../store/api.generated';
import { hasFields, isFiniteNumber, isNonEmptyString, parseRows } from '../../store/responses';

export const itemFields = { _id: isNonEmptyString, name: isNonEmptyString, price: isFiniteNumber };

/** The items of a response. Drops rows without an id, a name or a finite price, and repeated ids. */
export function parseItems(body: string, onInvalid: (value: unknown) => void): Item[] | undefined {
  const items = parseRows(body, makeItemCheck(), onInvalid)?.valid.map(
    ({ _id, name, description, category, price }) =>
      Object.freeze({ _id, name, description: asText(description), category: asText(category), price }),
  );
  // Immer skips frozen values. Otherwise it would deep-freeze thousands of items.
  Object.freeze(items);
  return items;
}

/** Checks the rows of one list, in order. */
export function makeItemCheck() {
  const ids = new Set<unknown>();
  return (row: unknown): row is Item => {
    if (!hasFields(row, itemFields) || ids.has(row._id)) return false;
    ids.add(row._id);
    return true;
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
