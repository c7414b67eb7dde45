import { readFileSync } from 'node:fs';
import { serveSite } from '../../build/serve';
import { makeBackend } from '../../mocks/backend';
import { catalogue } from '../../mocks/catalogue';

/** Serves dist/ for the tests of the build: on PORT, on PORT + 1 as a host that knows only index.html, on PORT + 2 with 10,000 items. */
const port = Number(process.env.PORT ?? 4180);
const contract = readFileSync('openapi.yaml', 'utf8');
const many = Array.from({ length: 10_000 }, (_, index) => {
  const item = catalogue[index % catalogue.length] as (typeof catalogue)[number];
  return { ...item, _id: `many-${index}`, name: `${item.name} ${index + 1}` };
});
const few = makeBackend({ contract }).handle;
serveSite({ dist: 'dist', api: few, port });
serveSite({ dist: 'dist', api: few, port: port + 1, onlyIndex: true });
serveSite({ dist: 'dist', api: makeBackend({ contract, items: many }).handle, port: port + 2 });
