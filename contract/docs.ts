import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { readContractFile } from './contractFile.ts';
import { journeys } from './journeys/all.ts';
import { levelNames, levels } from './level.ts';

/** Redocly's program. The package has its page from it, and does not need it. */
const REDOCLY = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What is in the page may run, and nothing is loaded: the browser itself sees to that. */
const NO_NETWORK =
  "default-src data: blob:; script-src 'unsafe-inline' 'unsafe-eval' blob:; style-src 'unsafe-inline'";

/** The contract, its examples and schemas, and the journeys in words, as one HTML page that loads nothing. */
export async function renderApiDocs(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'api-docs-'));
  try {
    const [input, output] = [join(directory, 'openapi.yaml'), join(directory, 'api.html')];
    const document = parse(readContractFile());
    document.info.description += `\n## Journeys\n\n${describeJourneys()}`;
    await writeFile(input, stringify(document));
    const options = ['--inlineBundle', '--openapi.disableGoogleFont', '--openapi.hideDownloadButtons'];
    const args = [REDOCLY, 'build-docs', input, ...options, '-o', output];
    await promisify(execFile)(process.execPath, args, { env });
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
    '`our-store-contract check` runs these against a backend. Where one fails,',
    '',
    ...levelNames.map((level) => `- **${level}** means: ${levels[level]}.`),
    '',
    ...journeys.map(({ id, level, summary }) => `- **${id}** (${level}): ${summary}`),
  ].join('\n');
