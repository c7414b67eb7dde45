import type { GetItemsApiArg } from '../../store/api.generated';

/** The filters as the shopper wrote them: trimmed, empty or left out when not set. */
export type Filters = { priceMin?: string; priceMax?: string; category?: string };

/** The filters that an address or a submitted form holds. A price that is no number is no filter. */
export function readFilters(source: URLSearchParams | FormData): Filters {
  const read = (name: keyof Filters) => String(source.get(name) ?? '').trim();
  const readPrice = (name: 'priceMin' | 'priceMax') =>
    Number.isFinite(Number(read(name))) ? read(name) : '';
  return { priceMin: readPrice('priceMin'), priceMax: readPrice('priceMax'), category: read('category') };
}

/** The query string for the address: only filters that are not empty, '' when there are none. */
export function toSearch(filters: Filters): string {
  const set = Object.entries(filters).filter(([, value]) => value);
  return set.length ? `?${new URLSearchParams(set)}` : '';
}

/** The parameters of the call: only filters that are not empty; "0" is not empty. */
export function toQuery({ priceMin, priceMax, category }: Filters): GetItemsApiArg {
  return {
    ...(priceMin && { priceMin: Number(priceMin) }),
    ...(priceMax && { priceMax: Number(priceMax) }),
    ...(category && { category }),
  };
}

/** Why the filters found nothing, in a sentence. */
export function explainNoMatch({ priceMin, priceMax }: Filters): string {
  const isInverted = priceMin && priceMax && Number(priceMin) > Number(priceMax);
  return isInverted ? 'Min Price is higher than Max Price.' : 'Try a wider price range or another category.';
}
