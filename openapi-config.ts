import type { ConfigFile } from '@rtk-query/codegen-openapi';

/** How `npm run codegen` turns `openapi.yaml` into the RTK Query client. */
export const config = {
  schemaFile: 'openapi.yaml',
  apiFile: './api',
  apiImport: 'api',
  exportName: 'generatedApi',
  outputFile: 'src/store/api.generated.ts',
  flattenArg: true,
  // An id may contain a slash.
  encodePathParams: true,
  hooks: true,
  // Without this the response bodies of `2XX` would be typed `unknown`.
  isDataResponse: (code) => code.startsWith('2'),
} satisfies ConfigFile & { isDataResponse(code: string): boolean };
