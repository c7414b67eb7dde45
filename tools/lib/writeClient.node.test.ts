import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeClient } from './writeClient';

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
  const root = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src/store'), { recursive: true });
  writeFileSync(join(root, 'openapi.yaml'), contract);
  await writeClient(root);
  const client = readFileSync(join(root, 'src/store/api.generated.ts'), 'utf8');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of a template
  expect(client).toContain('url: `/items/${encodeURIComponent(String(queryArg))}`');
});
