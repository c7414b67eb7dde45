import { mkdirSync, writeFileSync } from 'node:fs';
import { renderApiDocs } from './docs';

/** `npm run docs:api`: the contract as one HTML file, to be read without a network. */
const OUTPUT = 'dist-docs/api.html';
mkdirSync('dist-docs', { recursive: true });
writeFileSync(OUTPUT, await renderApiDocs());
console.log(`${OUTPUT} written from openapi.yaml and the journeys.`);
