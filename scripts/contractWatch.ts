import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { CannotCheck, readAddress } from './contract/probe';
import { makeWatcher } from './contract/watch';

/** `npm run contract:watch -- URL`: stands between the store and a backend and prints each answer that does not fit. */
try {
  const api = readAddress(process.argv[2]);
  const server = makeWatcher(api, readFileSync('openapi.yaml', 'utf8'), console.log);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(`Watching ${api}. In another terminal start the store, then click through it:\n`);
    console.log(`  API_TARGET=http://127.0.0.1:${port} npm run dev:api\n`);
  });
} catch (error) {
  console.error(
    error instanceof CannotCheck
      ? error.message.replace('npm run contract ', 'npm run contract:watch ')
      : error,
  );
  process.exitCode = 2;
}
