import { generatedApi, type Item } from '../../store/api.generated';
import { type Filters, toQuery } from './filters';
import { parseItems } from './parseItems';

export const itemsApi = generatedApi.enhanceEndpoints({
  // Keeps a list for ten minutes: Back shows it at its scroll position while it reloads.
  endpoints: { getItems: { extraOptions: { parse: parseItems }, keepUnusedDataFor: 600 } },
});

/** Adds the list of the first-cards script to the cache. */
export const seedItems = (filters: Filters, value: Item[]) =>
  itemsApi.util.upsertQueryEntries([{ endpointName: 'getItems', arg: toQuery(filters), value }]);
