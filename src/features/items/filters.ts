import type { GetItemsApiArg } from '../../store/api.generated';
import { toSearch } from '../../store/apiUrl';
import { formatPriceLimit, isShowable } from '../../store/money';

// The filters are in the page's address, in the fields of the form, and in GET /items.

/** The numbers that `<input type="number">` can show. `Number` would also accept "0x10" and "+5". */
const NUMBER = /^-?(\d+|\d*\.\d+)(e[+-]?\d+)?$/i;

/** Ignores a price that the field or the filter summary could not show. */
function parsePrice(text: string) {
  const price = Number(text);
  return NUMBER.test(text) && isShowable(price) ? price : undefined;
}

export type FilterName = keyof GetItemsApiArg;

/**
 * Turns the text of each filter into a parameter of GET /items, or into undefined if its field could not show the text.
 * Keep the order of openapi.yaml, in which the generated client writes its URLs: the prefetched URL must be the same.
 */
const parsers: { [Name in FilterName]-?: (text: string) => GetItemsApiArg[Name] | undefined } = {
  priceMin: parsePrice,
  priceMax: parsePrice,
  category: (text) => text,
};
export const filterNames = Object.keys(parsers) as FilterName[];

/** The filters that are set: valid, but still text. */
export type Filters = Partial<Record<FilterName, string>>;

/** The filters in a URL or a submitted form. Ignores empty and invalid ones. */
export function parseFilters(source: URLSearchParams | FormData): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const text = String(source.get(name) ?? '')
      // As a text field does
      .replace(/[\r\n]/g, '')
      .trim();
    if (text && parsers[name](text) !== undefined) filters[name] = text;
  }
  return filters;
}

/** The path of GET /items with its query string, as the generated client requests it. */
export const toRequestPath = (filters: Filters) => `/items${toSearch(toQuery(filters))}`;

export const hasFilters = (filters: Filters) => Object.keys(filters).length > 0;

/** The query parameters of GET /items. */
export function toQuery(filters: Filters): GetItemsApiArg {
  const query: Partial<Record<FilterName, unknown>> = {};
  for (const name of filterNames) {
    const text = filters[name];
    if (text) query[name] = parsers[name](text);
  }
  return query as GetItemsApiArg;
}

/** The filters in words: texts, such as "Books", which may be cut off, and a price range, such as "from $30", which may not. */
export function describeFilters(filters: Filters): { text: string; range: string } {
  const { priceMin, priceMax, ...others } = toQuery(filters);
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

/** Writes the filters into the fields of the form. Setting `defaultValue` keeps text that the shopper has typed. */
export function fillFields(
  form: HTMLFormElement | null,
  filters: Filters,
  property: 'value' | 'defaultValue',
) {
  for (const name of filterNames) {
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    field[property] = filters[name] ?? '';
    // Setting `value` fires no event, but a message at the field may be outdated.
    if (property === 'value') field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

export const explainNoMatch = ({ priceMin, priceMax }: Filters) =>
  // A price that is not set becomes NaN, and no comparison with NaN is true.
  Number(priceMin) > Number(priceMax)
    ? 'Min Price is higher than Max Price.'
    : 'Try a wider price range or another category.';
