import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';
import { screens } from '../../src/app/screens.ts';
import { readApiBase, readApiTarget } from './apiBase.ts';
import { apiHeaders, assetCacheControl, type HeaderMap, pageCacheControl, siteHeaders } from './headers.ts';
import { hasParameter, pageFile, pageRoutes } from './pageFiles.ts';

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml)$/;

type Site = {
  /** The store's base path, such as `/` or `/shop/`. */
  base: string;
  /** Where the store calls the API: a path, or a URL of another origin. */
  apiBase: string;
  headers: HeaderMap;
};

/** Where a build in `dist` keeps the files for servers. Not in `dist`, which static hosts publish as a whole. */
export const deployDirectory = (dist: string) => `${dist}-deploy`;

/** Writes deployment files: compressed copies, and headers, routes and redirects in the format of each server. */
export const deployFiles = (): Plugin => ({
  name: 'deploy-files',
  apply: 'build',
  /** Checks the base as it was given. Vite makes a path of it. */
  config({ base = '/' }) {
    if (base.startsWith('/')) return;
    const hint = /^\w:/.test(base) ? '. Git Bash changed it: set MSYS_NO_PATHCONV=1' : '';
    throw new Error(`--base must be an absolute path, such as /shop/, not ${base}${hint}`);
  },
  writeBundle() {
    return writeDeployFiles(this.environment.getTopLevelConfig());
  },
});

async function writeDeployFiles({ root, base, build, mode }: ResolvedConfig) {
  const dist = resolve(root, build.outDir);
  const apiBase = readApiBase(mode);
  const files = (await readdir(dist, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map((file) => compress(join(dist, file))));

  const pages = files.filter((file) => file.endsWith('.html'));
  const pageSources = await Promise.all(pages.map((page) => readFile(join(dist, page), 'utf8')));
  const headers = siteHeaders({
    scripts: findInline('script', pageSources.join('')),
    styles: findInline('style', pageSources.join('')),
    apiOrigin: URL.canParse(apiBase) ? new URL(apiBase).origin : undefined,
  });
  const site: Site = { base, apiBase, headers };

  const deploy = deployDirectory(dist);
  await mkdir(deploy, { recursive: true });
  await Promise.all([
    writeFile(join(deploy, 'nginx.conf'), await nginxSite(site)),
    writeFile(join(deploy, 'pages.json'), JSON.stringify(pageRoutes)),
    writeFile(join(deploy, 'headers.json'), JSON.stringify(headers)),
    writeFile(join(dist, '_headers'), staticHostHeaders(site)),
    writeFile(join(dist, '_redirects'), staticHostRedirects(site)),
  ]);
}

async function compress(file: string) {
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** The content of the inline scripts or styles in built pages, without duplicates. */
export function findInline(tag: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]* src=)[^>]*>(.*?)</${tag}>`, 'gs'));
  return [...new Set([...elements].map(([, content = '']) => content))];
}

/** Fills the placeholders in braces in deploy/nginx/site.conf and api.conf. */
async function nginxSite({ base, apiBase, headers }: Site): Promise<string> {
  const values = {
    base,
    'base without trailing slash': base.slice(0, -1),
    screens: pageRoutes.map(({ pattern }) => pattern).join('|'),
    'rewrite of each screen to its page': pageRoutes
      .map(({ pattern, file }) => `rewrite ^${base}${pattern}/?\\z /${file} break;`)
      .join('\n        '),
    'page headers': addHeaders(headers),
    'page cache control': pageCacheControl,
    'asset cache control': assetCacheControl,
    api: apiBase,
    'api headers': addHeaders(apiHeaders),
    'hide api headers': Object.keys(apiHeaders)
      .map((name) => `proxy_hide_header ${name};`)
      .join('\n    '),
  };
  const parts = URL.canParse(apiBase) ? ['site.conf'] : ['site.conf', 'api.conf'];
  const directory = join(import.meta.dirname, '../../deploy/nginx');
  const texts = await Promise.all(parts.map((part) => readFile(join(directory, part), 'utf8')));
  return Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replaceAll(`{${placeholder}}`, () => value),
    texts.join(''),
  );
}

const addHeaders = (headers: HeaderMap) =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;`)
    .join('\n    ');

/** `_headers`, in the format of Netlify and Cloudflare Pages. */
const staticHostHeaders = ({ base, headers }: Site) =>
  `${base}*\n${headerLines(headers)}${base}assets/*\n${headerLines({ 'Cache-Control': assetCacheControl })}`;

const headerLines = (headers: HeaderMap) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('');

function staticHostRedirects({ base, apiBase }: Site): string {
  const target = readApiTarget();
  const rules = [];
  if (target && !URL.canParse(apiBase)) rules.push(`${apiBase}/* ${target}/api/:splat 200`);
  // Without .html, because these hosts redirect /page.html to /page.
  for (const screen of screens.filter(({ path }) => hasParameter(path)))
    rules.push(`${base}${screen.path.slice(1)} /${pageFile(screen).replace('.html', '')} 200`);
  if (base !== '/') rules.push(`${base}* /:splat 200`);
  return rules.map((rule) => `${rule}\n`).join('');
}
