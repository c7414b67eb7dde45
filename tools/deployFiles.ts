import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { screens } from '../src/app/screens.ts';
import { fileOf, hasParameter, pages } from './fileOf.ts';
import { apiHeaders, assetCache, type Headers, pageCache, pageHeaders } from './headers.ts';
import { findAll, parse, read, readText } from './html.ts';

type Site = {
  /** The path that the store is under, as `/` or `/shop/`. */
  base: string;
  /** Where the store calls the API: a path, or an address elsewhere. */
  apiBase: string;
  headers: Headers;
};

/** Adds to a build what a server needs to serve it: compressed copies, and the headers in each server's form. */
export function deployFiles(): Plugin {
  let base: string;
  let dist: string;
  let apiBase: string;
  return {
    name: 'deploy-files',
    apply: 'build',
    configResolved(config) {
      base = config.base;
      dist = resolve(config.root, config.build.outDir);
      apiBase = config.env.VITE_API_BASE;
    },
    writeBundle: () => writeDeployFiles(dist, base, apiBase),
  };
}

async function writeDeployFiles(dist: string, base: string, apiBase: string) {
  if (!base.startsWith('/'))
    throw new Error(`--base is the store's path from the root on, such as /shop/, not ${base}`);
  const files = (await readdir(dist, { recursive: true })).filter((file) => textFile.test(file));
  await Promise.all(files.map((file) => compress(join(dist, file))));

  const htmlFiles = files.filter((file) => file.endsWith('.html'));
  const htmls = await Promise.all(htmlFiles.map((page) => readFile(join(dist, page), 'utf8')));
  const inlined = (tag: 'script' | 'style') => [...new Set(htmls.flatMap((html) => inline(tag, html)))];
  const apiOrigin = URL.canParse(apiBase) ? new URL(apiBase).origin : undefined;
  const headers = pageHeaders({
    scripts: inlined('script'),
    styles: inlined('style'),
    apiOrigin,
    imageOrigins: readImageOrigins(),
  });
  const site: Site = { base, apiBase, headers };

  await mkdir(join(dist, '.deploy'), { recursive: true });
  await Promise.all([
    writeFile(join(dist, '.deploy/nginx.conf'), await nginxSite(site)),
    writeFile(join(dist, '.deploy/headers.txt'), headerList(site)),
    writeFile(join(dist, '.deploy/pages.json'), JSON.stringify(pages)),
    writeFile(join(dist, '_headers'), staticHostHeaders(site)),
    writeFile(join(dist, '_redirects'), staticHostRedirects(site)),
  ]);
}

function readImageOrigins(): string[] {
  const origins = process.env.IMAGE_ORIGINS?.split(/[\s,]+/).filter(Boolean) ?? [];
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`IMAGE_ORIGINS are origins, such as https://img.example.com, not ${origin}`);
  return origins;
}

const textFile = /\.(html|js|css|svg|json|txt|xml)$/;

async function compress(file: string) {
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** The texts of the inline scripts or styles of a page, each once. */
export function inline(tag: 'script' | 'style', html: string): string[] {
  const elements = findAll(parse(html), tag).filter((element) => read(element, 'src') === undefined);
  return [...new Set(elements.map(readText))];
}

async function nginxSite({ base, apiBase, headers }: Site): Promise<string> {
  const words = {
    base,
    'base without slash': base.slice(0, -1),
    screens: pages.map(({ address }) => address).join('|'),
    'page of each screen': pages
      .map(({ address, file }) => `rewrite ^${base}${address}/?$ /${file} break;`)
      .join('\n        '),
    'page headers': addHeaders(headers),
    'page cache': pageCache,
    'asset cache': assetCache,
    api: apiBase,
    'api headers': addHeaders(apiHeaders),
    'hide api headers': Object.keys(apiHeaders)
      .map((name) => `proxy_hide_header ${name};`)
      .join('\n    '),
  };
  const parts = URL.canParse(apiBase) ? ['site.conf'] : ['site.conf', 'api.conf'];
  const texts = await Promise.all(
    parts.map((part) => readFile(join(import.meta.dirname, '../deploy/nginx', part), 'utf8')),
  );
  return Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(`{${word}}`, () => value),
    texts.join(''),
  );
}

const addHeaders = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;`)
    .join('\n    ');

/** For Netlify and Cloudflare Pages. */
const staticHostHeaders = ({ base, headers }: Site) =>
  `${base}*\n${lines(headers, '  ')}${base}assets/*\n${lines({ 'Cache-Control': assetCache }, '  ')}`;

const staticHostRedirects = ({ base, apiBase }: Site) => {
  const target = process.env.API_TARGET;
  const rules = [
    target && !URL.canParse(apiBase) && `${apiBase}/* ${target.replace(/\/$/, '')}/api/:splat 200`,
    ...screens
      .filter(hasParameter)
      .map((screen) => `${base}${screen.path.slice(1)} /${fileOf(screen).replace('.html', '')} 200`),
    base !== '/' && `${base}* /:splat 200`,
  ].filter((rule) => rule);
  return rules.map((rule) => `${rule}\n`).join('');
};

/** For every other server: what to send with what. */
const headerList = ({ base, headers }: Site) =>
  [
    `With every file under ${base}:\n${lines(headers)}`,
    `With pages:\n${lines({ 'Cache-Control': pageCache })}`,
    `With files under ${base}assets/, when there is such a file:\n${lines({ 'Cache-Control': assetCache })}`,
    `With the API's answers:\n${lines(apiHeaders)}`,
  ].join('\n');

const lines = (headers: Headers, indent = '') =>
  Object.entries(headers)
    .map(([name, value]) => `${indent}${name}: ${value}\n`)
    .join('');
