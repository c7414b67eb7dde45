import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { serve } from '@hono/node-server';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.txt': 'text/plain',
};

type Pages = typeof import('./fileOf.ts').pages;

type Site = {
  /** The folder of a production build. */
  dist: string;
  /** Answers the calls under the API's path. */
  api: (request: Request) => Promise<Response>;
  apiBase?: string;
  port: number;
  /** Answers every address with index.html, as the simplest hosts do. */
  onlyIndex?: boolean;
  /** What every script waits for, as if the line were slow. */
  scriptsAfter?: Promise<void> | undefined;
};

/** Serves a build as the deployment recipes do: pages by address, real 404s, brotli, revalidation, a strict policy. */
export function serveSite({ dist, api, apiBase = '/api', port, onlyIndex = false, scriptsAfter }: Site) {
  const headerList = readFileSync(join(dist, '.deploy/headers.txt'), 'utf8');
  const [, policy = ''] = /^Content-Security-Policy: (.*)$/m.exec(headerList) ?? [];
  const pages: Pages = JSON.parse(readFileSync(join(dist, '.deploy/pages.json'), 'utf8'));

  function find(path: string): [file: string, status: number] {
    const isFile = (file: string) => existsSync(file) && statSync(file).isFile();
    const screen = pages.find(({ address }) => new RegExp(`^/${address}/?$`).test(path));
    const page = onlyIndex ? 'index.html' : (screen?.file ?? '');
    for (const file of [join(dist, path), join(dist, page)]) if (isFile(file)) return [file, 200];
    return [join(dist, '404.html'), 404];
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(`${apiBase}/`)) return api(request);
    if (pathname.endsWith('.js')) await scriptsAfter;
    const [file, status] = find(pathname);
    const isCompressed = existsSync(`${file}.br`);
    const body = readFileSync(isCompressed ? `${file}.br` : file);
    const etag = `"${body.length}-${body.toString('base64', 0, 24)}"`;
    const headers = {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      ...(isCompressed && { 'content-encoding': 'br' }),
      'cache-control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      etag,
    };
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(new Uint8Array(body), { status, headers });
  }

  return serve({ fetch, port, hostname: '127.0.0.1' });
}
