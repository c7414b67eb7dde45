import { checkClient, writeClient } from './writeClient';

/** `npm run codegen` generates the client; `npm run codegen -- --check` fails if the committed client is out of date. */
try {
  console.log(await (process.argv.includes('--check') ? checkClient() : writeClient()));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
