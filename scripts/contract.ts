import { parseArgs } from 'node:util';
import { checkBackend } from './contract/check';
import { CannotCheck, readAddress } from './contract/probe';
import { count, toText } from './contract/report';

/** `npm run contract -- URL [--report DIR]`: 0 when the backend fits the store, 1 when not, 2 when there is none. */
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { report: { type: 'string' } },
  });
  const api = readAddress(positionals[0]);
  const verdicts = await checkBackend(api);
  console.log(toText(verdicts));
  process.exitCode = count(verdicts, 'passed') === verdicts.length ? 0 : 1;
} catch (error) {
  if (!(error instanceof CannotCheck)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
