import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { config } from '../openapi-config.ts';

const { outputFile, schemaFile, ...options } = config;

/** The client's source as `openapi.yaml` asks for it. Throws where the file is no OpenAPI document. */
async function generateClient(root: string): Promise<string> {
  // Without an output file the generator returns the text instead of writing it.
  const source = await generateEndpoints({ schemaFile: join(root, schemaFile), ...options });
  if (!source) throw new Error('The generator returned nothing.');
  return source;
}

/** Writes the client of the project at `root` anew. */
export async function writeClient(root = '') {
  await writeFile(join(root, outputFile), await generateClient(root));
  return `${outputFile} written from ${schemaFile}.`;
}

/** Throws where the committed client and the contract differ. */
export async function checkClient(root = '') {
  if ((await readFile(join(root, outputFile), 'utf8')) !== (await generateClient(root))) {
    throw new Error(`${outputFile} and ${schemaFile} differ: run "npm run codegen" and commit the result.`);
  }
  return `${outputFile} is in step with ${schemaFile}.`;
}
