import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { generatedApi } from '../../store/api.generated';
import { type Items, parseItems } from './parseItems';

export const itemsApi = generatedApi.enhanceEndpoints<
  never,
  { getItems: OverrideResultType<DefinitionsFromApi<typeof generatedApi>['getItems'], Items> }
>({
  // Keeps a list for ten minutes: Back shows it at its scroll position while it reloads.
  endpoints: { getItems: { extraOptions: { parse: parseItems }, keepUnusedDataFor: 600 } },
});
