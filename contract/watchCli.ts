import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { CannotCheck, readAddress } from './probe';
import { makeWatcher } from './watch';

/** `npm run contract:watch -- URL`: stands between the store and a backend, and tells which answers do not fit. */
try {
  const api = readAddress(process.argv[2]);
  const fetch = makeWatcher(api, readFileSync('openapi.yaml', 'utf8'), console.log);
  serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    console.log(`Watching ${api}. In another terminal start the store, then click through it:\n`);
    console.log(`  API_TARGET=http://127.0.0.1:${port} npm run dev:api\n`);
  });
} catch (error) {
  console.error(
    error instanceof CannotCheck ? error.message.replace('contract --', 'contract:watch --') : error,
  );
  process.exitCode = 2;
}
