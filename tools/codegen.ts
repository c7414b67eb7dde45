import { checkClient, writeClient } from './writeClient';

/** `npm run codegen` writes the client; with `--check` it only says whether the committed one is in step. */
try {
  console.log(await (process.argv.includes('--check') ? checkClient() : writeClient()));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
