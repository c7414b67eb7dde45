import type { DefinitionsFromApi, OverrideResultType } from '@reduxjs/toolkit/query/react';
import { generatedApi, type Item } from '../../store/api.generated';
import { parseItems } from './parseItems';

export type Items = readonly Readonly<Item>[];

export const itemsApi = generatedApi.enhanceEndpoints<
  never,
  { getItems: OverrideResultType<DefinitionsFromApi<typeof generatedApi>['getItems'], Items> }
>({
  // Ten minutes, so that Back shows the old list and scroll position while the list loads again.
  endpoints: { getItems: { extraOptions: { parse: parseItems }, keepUnusedDataFor: 600 } },
});
