import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { config } from '../../openapi-config.ts';

const { outputFile, schemaFile, ...options } = config;

/** Generates the source of the client. Throws if `openapi.yaml` is not an OpenAPI document. */
async function generateClient(root: string): Promise<string> {
  // Without an output file the generator returns the source instead of writing it.
  const source = await generateEndpoints({ schemaFile: join(root, schemaFile), ...options });
  if (!source) throw new Error('The generator returned nothing.');
  return source;
}

/** Writes the client of the project at `root`. */
export async function writeClient(root = '') {
  await writeFile(join(root, outputFile), await generateClient(root));
}

/** Throws if the committed client differs from the generated one. */
export async function checkClient() {
  if ((await readFile(outputFile, 'utf8')) !== (await generateClient('')))
    throw new Error(`${outputFile} is out of date. Run "npm run codegen" and commit the result.`);
}
