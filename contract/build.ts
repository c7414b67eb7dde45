// `npm pack` runs this: it compiles the kit into the same folders, so that teams can read and copy the journeys.
import { execSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

rmSync(path('dist'), { recursive: true, force: true });
execSync('tsc --project tsconfig.json', { cwd: path('.'), stdio: 'inherit' });
// The only module with dependencies becomes one file that needs none.
await build({
  root: path('.'),
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: 'openapi/readContract.ts',
    target: 'node20',
    outDir: 'dist/program/openapi',
    emptyOutDir: false,
    license: { fileName: 'licences.md' },
  },
});
const copies = {
  '../openapi.yaml': 'dist/openapi.yaml',
  'package.json': 'dist/program/package.json',
  'judge/weakSecrets.txt': 'dist/program/judge/weakSecrets.txt',
  '../LICENSE': 'LICENSE',
  '../docs/api-faults.md': 'api-faults.md',
};
for (const [from, to] of Object.entries(copies)) copyFileSync(path(from), path(to));
const readme = readFileSync(path('../docs/api-teams.md'), 'utf8');
writeFileSync(path('README.md'), readme.replace('](../openapi.yaml)', '](dist/openapi.yaml)'));
