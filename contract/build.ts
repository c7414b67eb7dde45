import { appendFileSync, chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { renderApiDocs } from './docs.ts';

/** `npm pack`: the program as one file that needs no other package, beside the contract, its page and the licences. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
rmSync(here('dist'), { recursive: true, force: true });
await build({
  root: here('.'),
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'cli.ts',
    target: 'node20',
    outDir: 'dist/program',
    license: { fileName: 'licences.md' },
    rolldownOptions: { output: { banner: '#!/usr/bin/env node', codeSplitting: false } },
  },
});
chmodSync(here('dist/program/cli.js'), 0o755);
writeFileSync(here('dist/program/api.html'), await renderApiDocs());
appendFileSync(
  here('dist/program/licences.md'),
  `\n## api.html: Redocly\n\n${readFileSync(here('../node_modules/@redocly/cli/LICENSE'), 'utf8')}`,
);
// The program looks for it where the repository has it: one folder up.
copyFileSync(here('../openapi.yaml'), here('dist/openapi.yaml'));
copyFileSync(here('report.schema.json'), here('dist/report.schema.json'));
copyFileSync(here('../LICENSE'), here('dist/LICENSE'));
