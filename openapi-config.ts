import type { ConfigFile } from '@rtk-query/codegen-openapi';

/** How `npm run codegen` turns `openapi.yaml` into the RTK Query client. */
export const config = {
  schemaFile: 'openapi.yaml',
  apiFile: './api',
  apiImport: 'api',
  exportName: 'generatedApi',
  outputFile: 'src/store/api.generated.ts',
  flattenArg: true,
  // A slash in an id is not one of the path.
  encodePathParams: true,
  hooks: true,
  // Without this the bodies of `2XX` answers would be typed `unknown`.
  isDataResponse: (code) => code.startsWith('2'),
} satisfies ConfigFile & { isDataResponse(code: string): boolean };
