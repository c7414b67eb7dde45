import { readFile, writeFile } from 'node:fs/promises';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { config } from '../openapi-config';

const { outputFile, ...options } = config;
// Without an output file the generator returns the text instead of writing it.
const generated = await generateEndpoints(options);
if (!generated) throw new Error('The generator returned nothing.');

if (process.argv.includes('--check')) {
  if ((await readFile(outputFile, 'utf8')) !== generated) {
    console.error(
      `${outputFile} and ${config.schemaFile} differ: run "npm run codegen" and commit the result.`,
    );
    process.exit(1);
  }
  console.log(`${outputFile} is in step with ${config.schemaFile}.`);
} else {
  await writeFile(outputFile, generated);
  console.log(`${outputFile} written from ${config.schemaFile}.`);
}
