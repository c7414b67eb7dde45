import { generatedApi } from '../../store/api.generated';
import { readItems } from './readItems';

export const itemsApi = generatedApi.enhanceEndpoints({
  // Ten minutes: coming back, the shopper finds the old list, and the place in it, while the new one loads.
  endpoints: { getItems: { extraOptions: { read: readItems }, keepUnusedDataFor: 600 } },
});

export const { useGetItemsQuery } = itemsApi;
