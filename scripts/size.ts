import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';

/** Prints what the production bundle is made of: its brotli size, and each package's part before minifying. */

const result = (await build({ logLevel: 'silent', build: { write: false } })) as Rollup.RolldownOutput;
const chunk = result.output[0];
const sizes = new Map<string, number>();
for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'this store';
  sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
}
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
for (const [name, size] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
  const [kB, share] = [(size / 1000).toFixed(1), ((size / total) * 100).toFixed(1)];
  console.log(`${kB.padStart(8)} kB ${share.padStart(5)} %  ${name}`);
}
console.log(`${chunk.fileName}: ${brotliCompressSync(chunk.code).length} bytes brotli`);
