import type { GetItemsApiArg } from '../../store/api.generated';

/** The filters that are set, as the shopper wrote them. */
export type Filters = { priceMin?: string; priceMax?: string; category?: string };

export const filterNames = ['priceMin', 'priceMax', 'category'] as const;

/** The filters that an address or a submitted form holds. A price that is no number is no filter. */
export function readFilters(source: URLSearchParams | FormData): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = String(source.get(name) ?? '').trim();
    if (value && (name === 'category' || Number.isFinite(Number(value)))) filters[name] = value;
  }
  return filters;
}

/** The query string of an address with these filters, and with what else stands in `search`; '' when there is nothing. */
export function toSearch(filters: Filters | GetItemsApiArg, search = ''): string {
  const others = new URLSearchParams(search);
  for (const name of filterNames) others.delete(name);
  const set = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams([...set, ...others]);
  return query.size ? `?${query}` : '';
}

/** The parameters of the call: the prices as numbers. */
export function toQuery({ priceMin, priceMax, category }: Filters): GetItemsApiArg {
  return {
    ...(priceMin && { priceMin: Number(priceMin) }),
    ...(priceMax && { priceMax: Number(priceMax) }),
    ...(category && { category }),
  };
}

export const explainNoMatch = ({ priceMin, priceMax }: Filters) =>
  priceMin && priceMax && Number(priceMin) > Number(priceMax)
    ? 'Min Price is higher than Max Price.'
    : 'Try a wider price range or another category.';
