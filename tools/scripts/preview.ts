import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadEnv } from 'vite';
import { makeBackend } from '../../mocks/backend';
import { demoAccount } from '../../mocks/demoAccount';
import { serveSite } from './serve';

/** Serves the production build under its security policy, with the mock backend: `PORT=4173 npm run preview`. */
const port = Number(process.env.PORT ?? 4173);
const { VITE_API_BASE = '' } = loadEnv('production', '.');
const apiBase = VITE_API_BASE.replace(/\/$/, '');
const backend = makeBackend({ base: apiBase, contract: readFileSync('openapi.yaml', 'utf8') });
await once(
  serveSite({ dist: 'dist', api: (request) => backend.handle(request), apiBase, port }),
  'listening',
);
console.log(`The production build with the mock backend: http://localhost:${port}/`);
console.log(`Log in as ${demoAccount.email} / ${demoAccount.password}`);
