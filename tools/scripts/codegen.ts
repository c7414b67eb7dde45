// `npm run codegen` generates the client. `npm run codegen -- --check` fails if the committed client is out of date.
import { checkClient, writeClient } from '../lib/writeClient';

const isCheck = process.argv.includes('--check');
try {
  await (isCheck ? checkClient() : writeClient());
  console.log(isCheck ? 'The client matches openapi.yaml.' : 'Wrote the client from openapi.yaml.');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
