import { brotliCompressSync } from 'node:zlib';
import { build, minifySync, type Rollup } from 'vite';
import { findAll, parse, readText } from './html.ts';

/** Prints what the production bundle and its pages are made of: the brotli size of each part by itself, and that of the whole. */

const result = (await build({ logLevel: 'silent', build: { write: false } })) as Rollup.RolldownOutput;
const chunk = result.output[0];
const packages = new Map<string, string>();
for (const [id, { code }] of Object.entries(chunk.modules)) {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'this store';
  packages.set(name, `${packages.get(name) ?? ''}${code ?? ''}\n`);
}
const kB = (code: string) => brotliCompressSync(code).length / 1000;
// Seen by itself, a package has nobody who uses it.
const minify = (name: string, code: string) => minifySync(name, code, { compress: { unused: false } }).code;
const sizes = [...packages].map(([name, code]) => [name, kB(minify(name, code))] as const);
for (const [name, size] of sizes.toSorted(([, a], [, b]) => b - a))
  console.log(`${size.toFixed(1).padStart(8)} kB  ${name}`);
console.log(
  `${kB(chunk.code).toFixed(1).padStart(8)} kB  ${chunk.fileName}, which is less than the sum: names and texts recur`,
);

for (const file of result.output) {
  if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
  const html = String(file.source);
  const page = parse(html);
  const [styles, scripts] = ['style', 'script'].map((tag) => findAll(page, tag).map(readText).join(''));
  const parts = `styles ${kB(styles ?? '').toFixed(1)}, scripts ${kB(scripts ?? '').toFixed(1)}, the rest is markup`;
  console.log(`${kB(html).toFixed(1).padStart(8)} kB  ${file.fileName}: ${parts}`);
}
