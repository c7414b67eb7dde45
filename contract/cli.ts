import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { checkBackend } from './check';
import { CannotCheck, readAddress } from './probe';
import { toHtml, toJUnit, toText } from './report';

/**
 * `npm run contract -- URL [--report DIR] [--only journey,journey]` ends with 0 when the backend fits the store,
 * 1 when it does not, and 2 when there is nothing to check.
 */
try {
  const { positionals, values } = readArguments();
  const api = readAddress(positionals[0]);
  if (values.report) makeDirectory(values.report);
  const title = `Contract ${readVersion()} against ${api}`;
  const verdicts = await checkBackend(api, values.only?.split(','));
  console.log(`${title}\n\n${toText(verdicts)}`);
  if (values.report) {
    writeFileSync(join(values.report, 'contract.html'), toHtml(title, verdicts));
    writeFileSync(join(values.report, 'contract.junit.xml'), toJUnit(verdicts));
  }
  process.exitCode = verdicts.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
} catch (error) {
  console.error(error instanceof CannotCheck ? error.message : error);
  process.exitCode = 2;
}

function readArguments() {
  try {
    const options = { report: { type: 'string' }, only: { type: 'string' } } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new CannotCheck((error as Error).message);
  }
}

function makeDirectory(path: string) {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new CannotCheck(`No report can be written there: ${(error as Error).message}`);
  }
}

function readVersion(): string {
  return parse(readFileSync('openapi.yaml', 'utf8')).info.version;
}
