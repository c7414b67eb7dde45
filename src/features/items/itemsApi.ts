import { generatedApi } from '../../store/api.generated';
import { parseItems } from './parseItems';

export const itemsApi = generatedApi.enhanceEndpoints({
  // Keeps a list for ten minutes: Back shows it at its scroll position while it reloads.
  endpoints: { getItems: { extraOptions: { parse: parseItems }, keepUnusedDataFor: 600 } },
});
