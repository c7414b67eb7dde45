import { readFileSync } from 'node:fs';
import { expect, test } from '../support/deployFixtures';
import { buildCommands, installCommand, startImage } from '../support/nginx';
import { programs } from '../support/programs';
import { rawRequest } from '../support/rawRequest';

test('the Dockerfile has the commands of docs/operations.md and the packages of the tests', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  expect(buildCommands).toEqual(['npm ci', 'npm run build']);
  for (const command of buildCommands) expect(docs).toContain(`\n${command}\n`);
  expect(installCommand).toContain(`--no-install-recommends ${programs.nginx.packages}`);
});

test("the Dockerfile's commands serve the store without root and pass the health check", async ({
  otherBackend,
}) => {
  const image = await startImage('dist', otherBackend);
  try {
    await expect(image.checkHealth).toPass();
    expect((await rawRequest(image.url, 'GET /api/items')).status).toBe(200);
  } finally {
    await image.stop();
  }
  await expect(image.checkHealth()).rejects.toThrow();
});
