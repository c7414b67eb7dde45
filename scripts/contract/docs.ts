import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { readJourneys } from './journeys.ts';
import { quietly, REDOCLY } from './respect.ts';

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
    // The one thing that the page would load.
    return html.replaceAll('https://cdn.redoc.ly/redoc/logo-mini-full.svg', 'data:,');
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
