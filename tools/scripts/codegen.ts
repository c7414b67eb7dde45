// `npm run codegen` generates the client. `npm run codegen -- --check` fails if the committed client is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { config } from '../../openapi-config';

const { outputFile, ...options } = config;
try {
  // Without an output file the generator returns the source instead of writing it.
  const client = (await generateEndpoints(options)) ?? '';
  if (!process.argv.includes('--check')) {
    await writeFile(outputFile, client);
    console.log('Wrote the client from openapi.yaml.');
  } else if ((await readFile(outputFile, 'utf8')) !== client)
    throw new Error(`${outputFile} is out of date. Run "npm run codegen" and commit the result.`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
