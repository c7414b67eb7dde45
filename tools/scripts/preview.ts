// `PORT=4173 npm run preview` serves the production build with its headers, and the mock backend.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { makeBackend } from '../../mocks/backend';
import { demoAccount } from '../../mocks/demoAccount';
import { serveSite } from '../lib/serve';
import { readApiBase } from '../vite/apiBase.ts';

const port = Number(process.env.PORT ?? 4173);
const apiBase = readApiBase('production');
const backend = makeBackend({ base: apiBase, contract: readFileSync('openapi.yaml', 'utf8') });
const server = serveSite({ dist: 'dist', api: backend.handle, apiBase, port });
await once(server, 'listening');
console.log(`The production build with the mock backend: http://127.0.0.1:${port}/`);
console.log(`Log in as ${demoAccount.email} / ${demoAccount.password}`);
