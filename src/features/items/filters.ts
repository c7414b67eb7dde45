import type { GetItemsApiArg } from '../../store/api.generated';

/** The filters that are set, as the shopper typed them. */
export type Filters = { priceMin?: string; priceMax?: string; category?: string };

export const filterNames = ['priceMin', 'priceMax', 'category'] as const;

/** The filters in an address or a submitted form. Ignores empty ones and prices that are not a number. */
export function readFilters(source: URLSearchParams | FormData): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = String(source.get(name) ?? '').trim();
    if (value && (name === 'category' || Number.isFinite(Number(value)))) filters[name] = value;
  }
  return filters;
}

/** The query string for these filters, or '' if there are none. */
export function toSearch(filters: Filters | GetItemsApiArg): string {
  const entries = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return entries.length ? `?${new URLSearchParams(entries)}` : '';
}

/** The query of the API call: prices as numbers. */
export function toQuery({ priceMin, priceMax, category }: Filters): GetItemsApiArg {
  return {
    ...(priceMin && { priceMin: Number(priceMin) }),
    ...(priceMax && { priceMax: Number(priceMax) }),
    ...(category && { category }),
  };
}

/** The filters in words, such as "Books · from $30"; '' without filters. The prices are those that are sent. */
export function describeFilters(filters: Filters): string {
  const { priceMin, priceMax, category } = toQuery(filters);
  const [min, max] = [priceMin, priceMax].map((price) => price !== undefined && `$${price}`);
  const range = min && max ? `${min} to ${max}` : min ? `from ${min}` : max && `to ${max}`;
  return [category, range].filter(Boolean).join(' · ');
}

export const explainNoMatch = ({ priceMin, priceMax }: Filters) =>
  priceMin && priceMax && Number(priceMin) > Number(priceMax)
    ? 'Min Price is higher than Max Price.'
    : 'Try a wider price range or another category.';
