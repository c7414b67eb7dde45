// `npm run size`: download sizes against the limits, and the largest parts of the bundle and the pages.
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { limits } from '../lib/limits';

const brotli = (content: string | Uint8Array) => brotliCompressSync(content).length;
const toKB = (bytes: number) => (bytes / 1000).toFixed(1);

function report(file: string, content: string | Uint8Array, limit: number, parts: Record<string, number>) {
  const largest = Object.entries(parts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, bytes]) => `\n  ${part}: ${toKB(bytes)}`);
  console.log(`${file}: ${toKB(brotli(content))} of ${toKB(limit)} kB${largest.slice(0, 8).join('')}`);
}

/** Each package's share of a script. Compression works across packages, so these are estimates. */
function getPackages({ code, modules }: Rollup.OutputChunk) {
  const lengths: Record<string, number> = {};
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'our code';
    lengths[name] = (lengths[name] ?? 0) + renderedLength;
  }
  const total = Object.values(lengths).reduce((sum, length) => sum + length, 0);
  const shares = Object.entries(lengths).map(([name, length]) => [name, (length / total) * brotli(code)]);
  return Object.fromEntries(shares);
}

function getParts(page: string) {
  const styles = /<style>.*<\/style>/s.exec(page)?.[0] ?? '';
  return { styles: brotli(styles), 'scripts and markup': brotli(page.replace(styles, '')) };
}

const { output } = (await build({ logLevel: 'warn', build: { write: false } })) as Rollup.RolldownOutput;
console.log('Sizes with brotli:');
for (const file of output) {
  if (file.type === 'chunk') report(file.fileName, file.code, limits.bundle, getPackages(file));
  else if (file.fileName.endsWith('.js')) report(file.fileName, file.source, limits.firstCards, {});
  else if (file.fileName.endsWith('.html'))
    report(file.fileName, file.source, limits.page, getParts(String(file.source)));
}
