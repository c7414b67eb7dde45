import type { GetItemsApiArg, Item } from '../../store/api.generated';
import { formatPriceLimit } from '../ui/money';

// The view of the list: which items it shows, and how. It is in the page's address and in the fields of the form.

/** The numbers that `<input type="number">` can show. `Number` would also accept "0x10" and "+5". */
const NUMBER = /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i;

function parseNumber(text: string) {
  const number = Number(text);
  return NUMBER.test(text) && Number.isFinite(number) ? number : undefined;
}

/** A text field drops line breaks. */
const parseText = (text: string) => (/[\r\n]/.test(text) ? undefined : text);

export type FilterName = keyof GetItemsApiArg;

/**
 * Turns the text of each filter into a parameter of GET /items, or into undefined if its field could not show the text.
 * In the order of openapi.yaml: only then does the generated client's URL equal that of the prefetched list.
 */
const filters: { [Name in FilterName]-?: (text: string) => GetItemsApiArg[Name] | undefined } = {
  priceMin: parseNumber,
  priceMax: parseNumber,
  category: parseText,
};
export const filterNames = Object.keys(filters) as FilterName[];

/** The parsers of options that GET /items does not know, such as a sort order. `arrangeItems` applies them. */
const pageOptions = {} satisfies Record<string, (text: string) => unknown>;

const parsers = { ...filters, ...pageOptions };
export type OptionName = keyof typeof parsers;
export const optionNames = Object.keys(parsers) as OptionName[];

/** The options that are set: valid, but still text. */
export type ListView = Partial<Record<OptionName, string>>;

/** The view in a URL or a submitted form. Ignores empty and invalid options. */
export function parseView(source: URLSearchParams | FormData): ListView {
  const view: ListView = {};
  for (const name of optionNames) {
    const text = String(source.get(name) ?? '').trim();
    if (text && parsers[name](text) !== undefined) view[name] = text;
  }
  return view;
}

/** What the list shows of a response, and in which order: that of the backend. */
export const arrangeItems = (items: Item[], _view: ListView): Item[] => items;

/** The query string of the page's URL, or '' if no option is set. */
export const toSearch = (view: ListView) => serialize(view);

/** The path of GET /items with its query string, as the generated client requests it. */
export const toRequestPath = (view: ListView) => `/items${serialize(toQuery(view))}`;

export const hasFilters = (view: ListView) => Object.keys(toQuery(view)).length > 0;

function serialize(parameters: ListView | GetItemsApiArg): string {
  const entries = Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  return entries.length ? `?${new URLSearchParams(entries)}` : '';
}

/** The query parameters of GET /items. */
export function toQuery(view: ListView): GetItemsApiArg {
  const query: Partial<Record<FilterName, unknown>> = {};
  for (const name of filterNames) {
    const text = view[name];
    if (text) query[name] = filters[name](text);
  }
  return query as GetItemsApiArg;
}

/** The filters in words: texts, such as "Books", which may be cut off, and a price range, such as "from $30", which may not. */
export function describeFilters(view: ListView): { text: string; range: string } {
  const { priceMin, priceMax, ...others } = toQuery(view);
  return {
    text: Object.values(others).filter(Boolean).join(' · '),
    range: describeRange(priceMin, priceMax),
  };
}

function describeRange(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return `${formatPriceLimit(min)} to ${formatPriceLimit(max)}`;
  if (min !== undefined) return `from ${formatPriceLimit(min)}`;
  return max !== undefined ? `to ${formatPriceLimit(max)}` : '';
}

/** Writes the view into the fields of a form. Leaves its other fields alone. */
export function fillFields(form: HTMLFormElement | null, view: ListView, property: 'value' | 'defaultValue') {
  for (const name of optionNames) {
    const field = form?.elements.namedItem(name);
    const text = view[name] ?? '';
    if (field instanceof HTMLInputElement) field[property] = text;
    // For a filter that is a select (docs/how-to/add-a-filter.md). A value without an option would leave it blank.
    if (field instanceof HTMLSelectElement) {
      const option = [...field.options].find(({ value }) => value.toLowerCase() === text.toLowerCase());
      if (option) field.value = option.value;
    }
  }
}

export const explainNoMatch = ({ priceMin, priceMax }: ListView) =>
  // A price that is not set becomes NaN, and comparing with NaN is false.
  Number(priceMin) > Number(priceMax)
    ? 'Min Price is higher than Max Price.'
    : 'Try a wider price range or another category.';
