import type { Item } from '../../store/api.generated';
import { findProblem, itemFields, parseRows, type Report, show } from '../../store/responses';

/** The items of a response. Drops rows without an id, a name or a finite price, and repeated ids. */
export function parseItems(body: string, report: Report): Item[] | undefined {
  const ids = new Set<string>();
  function findItemProblem(row: unknown, path: string) {
    const problem = findProblem(row, itemFields, path);
    if (problem !== undefined) return problem;
    const { _id } = row as Item;
    if (ids.has(_id)) return `${path}/_id must be unique, but is ${show(_id)}`;
    ids.add(_id);
    return undefined;
  }
  const items = parseRows<Item>(body, findItemProblem, report)?.valid.map(
    ({ _id, name, description, category, price }) =>
      Object.freeze({ _id, name, description: asText(description), category: asText(category), price }),
  );
  // Immer skips frozen values. Otherwise it would deep-freeze thousands of items.
  Object.freeze(items);
  return items;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');
