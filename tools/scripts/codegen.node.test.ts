import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '../../openapi-config';

const contract = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /items/{id}:
    get:
      operationId: getItem
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: The item. } }
`;

test('the client encodes parameters in the path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const schemaFile = join(folder, 'openapi.yaml');
  writeFileSync(schemaFile, contract);
  const { outputFile: _, ...options } = config;
  const client = await generateEndpoints({ ...options, schemaFile });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of a template
  expect(client).toContain('url: `/items/${encodeURIComponent(String(queryArg))}`');
});
