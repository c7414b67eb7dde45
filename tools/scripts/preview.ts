// `PORT=4173 npm run preview` serves the production build with its headers, and the mock backend.
import { readFileSync } from 'node:fs';
import { makeBackend } from '../../mocks/backend';
import { demoAccount } from '../../mocks/demoAccount';
import { listen } from '../../mocks/listen';
import { serveSite } from '../lib/serve';
import { readApiBase } from '../vite/apiBase.ts';

const apiBase = readApiBase('production');
const backend = makeBackend({ base: apiBase, contract: readFileSync('openapi.yaml', 'utf8') });
const start = (port: number) => serveSite({ dist: 'dist', api: backend.handle, apiBase, port });
try {
  const port = await listen(start, process.env.PORT || '4173');
  console.log(`The production build with the mock backend: http://127.0.0.1:${port}/`);
  console.log(`Log in as ${demoAccount.email} / ${demoAccount.password}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
