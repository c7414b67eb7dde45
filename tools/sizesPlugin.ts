import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Logger, minifySync, type Plugin, type Rollup } from 'vite';
import { findAll, parse, readText } from './html.ts';

/** Bytes of each file that a shopper waits for, and of its parts, each compressed by itself: together they are more, since texts recur. */
export type Sizes = Record<string, { whole: number; parts: Record<string, number> }>;

/** What a build may weigh, in bytes, as tests/production/build.spec.ts says. */
export const limits = { script: 108_000, page: 10_500 };

/** Says after a build what its script and pages are made of, and what has grown since the last one. */
export function sizes(): Plugin {
  let file: string;
  let logger: Logger;
  let before: Sizes = {};
  return {
    name: 'sizes',
    apply: (config, { command }) => command === 'build' && (config.logLevel ?? 'info') === 'info',
    configResolved(config) {
      file = resolve(config.root, config.build.outDir, '.deploy/sizes.json');
      logger = config.logger;
    },
    buildStart() {
      if (existsSync(file)) before = JSON.parse(readFileSync(file, 'utf8'));
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = '' }, output) {
        const now: Sizes = {};
        for (const it of Object.values(output)) {
          if (it.type === 'asset' && !it.fileName.endsWith('.html')) continue;
          const parts = it.type === 'chunk' ? readPackages(it) : readParts(String(it.source));
          now[it.type === 'chunk' ? 'script' : it.fileName] = {
            whole: readFileSync(join(dir, `${it.fileName}.br`)).length,
            parts: Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, compress(text)])),
          };
        }
        writeFileSync(file, JSON.stringify(now));
        logger.info(`\nBrotli, and what has changed since the last build:\n${describeSizes(now, before)}`);
      },
    },
  };
}

/** A line for each file, its largest parts first. */
export const describeSizes = (now: Sizes, before: Sizes = {}) =>
  Object.entries(now)
    .map(([name, { whole, parts }]) => {
      const old = before[name];
      const list = Object.entries(parts)
        .toSorted(([, a], [, b]) => b - a)
        .map(([part, size]) => `${part} ${toKB(size, old && (old.parts[part] ?? 0))}`);
      const most = toKB(name === 'script' ? limits.script : limits.page);
      return `${name} ${toKB(whole, old?.whole)} of ${most} kB: ${list.join(', ')}`;
    })
    .join('\n');

function toKB(size: number, old = size) {
  const kB = (size / 1000).toFixed(1);
  const growth = ((size - old) / 1000).toFixed(1);
  if (Math.abs(Number(growth)) === 0) return kB;
  return `${kB} (${Number(growth) > 0 ? '+' : ''}${growth})`;
}

/** Quickly, and a little worse than what is sent. */
const compress = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

function readPackages({ modules }: Rollup.OutputChunk): Record<string, string> {
  const packages: Record<string, string> = {};
  for (const [id, { code }] of Object.entries(modules)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'this store';
    packages[name] = `${packages[name] ?? ''}${code ?? ''}\n`;
  }
  // Seen by itself, a package has nobody who uses it.
  const minify = (name: string, code: string) => minifySync(name, code, { compress: { unused: false } }).code;
  return Object.fromEntries(
    Object.entries(packages)
      .map(([name, code]) => [name, minify(name, code)] as const)
      .filter(([, code]) => code.length > 1000),
  );
}

function readParts(html: string): Record<string, string> {
  const page = parse(html);
  const [styles = '', scripts = ''] = ['style', 'script'].map((tag) =>
    findAll(page, tag).map(readText).join(''),
  );
  return { styles, scripts, markup: html.replace(/<(style|script)>.*?<\/\1>/gs, '') };
}
