import { readFileSync } from 'node:fs';
import { expect, test } from '../support/deployFixtures';
import { buildCommands, installCommand } from '../support/nginx';
import { programs } from '../support/programs';

test('the Dockerfile has the commands of docs/operations.md and the packages of the tests', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  expect(buildCommands).toEqual(['npm ci', 'npm run build']);
  for (const command of buildCommands) expect(docs).toContain(`\n${command}\n`);
  expect(installCommand).toContain(`--no-install-recommends ${programs.nginx.packages}`);
});

test('the container is healthy while it serves', ({ store }) => {
  store.checkHealth();
});
