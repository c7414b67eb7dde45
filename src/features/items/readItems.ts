import { isNumber, isText, readRows } from '../../store/answers';
import type { Item } from '../../store/api.generated';

/** The items of the answer, each id once. A row without id, name or a finite price is no item. */
export function readItems(body: string): Item[] | undefined {
  const ids = new Set<string>();
  return readRows(body, 'getItems', ({ _id, name, description, category, price }): Item | undefined => {
    if (!isText(_id) || ids.has(_id) || !isText(name) || !isNumber(price)) return undefined;
    ids.add(_id);
    return { _id, name, description: text(description), category: text(category), price };
  });
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
