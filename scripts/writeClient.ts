import { readFile, writeFile } from 'node:fs/promises';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { config } from '../openapi-config.ts';

const { outputFile, schemaFile, ...options } = config;

/** The client's source as `openapi.yaml` asks for it. Throws where the file is no OpenAPI document. */
async function generateClient(): Promise<string> {
  // Without an output file the generator returns the text instead of writing it.
  const source = await generateEndpoints({ schemaFile, ...options });
  if (!source) throw new Error('The generator returned nothing.');
  return source;
}

/** Writes the client anew. */
export async function writeClient() {
  await writeFile(outputFile, await generateClient());
  return `${outputFile} written from ${schemaFile}.`;
}

/** Throws where the committed client and the contract differ. */
export async function checkClient() {
  if ((await readFile(outputFile, 'utf8')) !== (await generateClient())) {
    throw new Error(`${outputFile} and ${schemaFile} differ: run "npm run codegen" and commit the result.`);
  }
  return `${outputFile} is in step with ${schemaFile}.`;
}
