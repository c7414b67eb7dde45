import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { readJourneys } from './journeys.ts';
import { quietly, REDOCLY } from './respect.ts';

/** What is in the page may run, and nothing is loaded: the browser itself sees to that. */
const NO_NETWORK =
  "default-src data: blob:; script-src 'unsafe-inline' 'unsafe-eval' blob:; style-src 'unsafe-inline'";

/** The contract, its examples and schemas, and the journeys in words, as one HTML page that loads nothing. */
export async function renderApiDocs(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'api-docs-'));
  try {
    const [input, output] = [join(directory, 'openapi.yaml'), join(directory, 'api.html')];
    const document = parse(await readFile('openapi.yaml', 'utf8'));
    document.info.description += `\n## Journeys\n\n${describeJourneys()}`;
    await writeFile(input, stringify(document));
    const options = [
      '--inlineBundle',
      '--openapi.disableGoogleFont',
      '--openapi.hideDownloadButtons',
      '-o',
      output,
    ];
    await promisify(execFile)(process.execPath, [REDOCLY, 'build-docs', input, ...options], { env: quietly });
    const html = await readFile(output, 'utf8');
    return html
      .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${NO_NETWORK}">`)
      .replaceAll('https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'data:,');
  } finally {
    await rm(directory, { recursive: true });
  }
}

const describeJourneys = () =>
  [
    '`npm run contract` replays these against a backend:',
    '',
    ...readJourneys().map(({ workflowId, summary }) => `- **${workflowId}**: ${summary}`),
  ].join('\n');
