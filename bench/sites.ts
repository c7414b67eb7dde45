import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { catalogue } from '../mocks/catalogue';
import { serveSite } from '../tools/lib/serve';
import { deployDirectory } from '../tools/vite/deployFiles';
import { siteHeaders } from '../tools/vite/headers';

const API_DELAY_MS = 50;

let items: unknown[] = [];

/** The number of items for sale, in every site. */
export function setItemCount(count: number) {
  items = Array.from({ length: count }, (_, id) => ({ ...catalogue[id % catalogue.length], _id: `${id}` }));
}

/** Responds with the items. A filtered list lacks the first one, so that its arrival can be seen in the page. */
async function api({ url }: Request) {
  await setTimeout(API_DELAY_MS);
  const list = new URL(url).search ? items.slice(1) : items;
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  return new Response(new Uint8Array(gzipSync(JSON.stringify(list))), { headers });
}

/** Serves a build at a free port until the process ends. Resolves to its origin. */
export async function serveBuild(dist: string): Promise<string> {
  const server = serveSite({ dist, api, port: 0 });
  await once(server, 'listening');
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Copies the build to a folder with reference.html as the page of the items. Returns the folder. */
export function writeReference(): string {
  const dist = 'test-results/reference';
  const [, styles = ''] = /<style>(.*)<\/style>/s.exec(readFileSync('dist/items.html', 'utf8')) ?? [];
  const template = readFileSync('bench/reference.html', 'utf8');
  const page = template.replace('<style></style>', () => `<style>${styles}</style>`);
  const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(page) ?? [];
  cpSync('dist', dist, { recursive: true });
  cpSync(deployDirectory('dist'), deployDirectory(dist), { recursive: true });
  writeFileSync(`${dist}/items.html`, page);
  writeFileSync(`${dist}/items.html.br`, brotliCompressSync(page));
  // The store's headers, because Cross-Origin-Opener-Policy makes the browser start a new process for the page.
  writeFileSync(
    `${deployDirectory(dist)}/headers.json`,
    JSON.stringify(siteHeaders({ scripts: [script], styles: [styles] })),
  );
  return dist;
}
