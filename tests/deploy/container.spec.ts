import { readFileSync } from 'node:fs';
import { ask } from '../support/ask';
import { expect, test } from '../support/deployFixtures';
import { buildCommands, installCommand, startImage } from '../support/nginx';
import { programs } from '../support/programs';

test('the image is built by the commands of docs/operations.md, from the packages that the tests use', () => {
  const docs = readFileSync('docs/operations.md', 'utf8');
  expect(buildCommands).toEqual(['npm ci', 'npm run build']);
  for (const command of buildCommands) expect(docs).toContain(`\n${command}\n`);
  expect(installCommand).toContain(`--no-install-recommends ${programs.nginx.packages}`);
});

test("the image's commands serve the store without root and pass the health check", async ({
  otherBackend,
}) => {
  const image = await startImage('dist', otherBackend);
  try {
    await expect(image.checkHealth).toPass();
    expect((await ask(image.url, 'GET /api/items')).status).toBe(200);
  } finally {
    await image.stop();
  }
  await expect(image.checkHealth()).rejects.toThrow();
});
