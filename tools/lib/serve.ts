import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { getMimeType } from 'hono/utils/mime';
import { deployDirectory } from '../vite/deployFiles.ts';
import { assetCacheControl, type HeaderMap, pageCacheControl } from '../vite/headers.ts';
import type { pageRoutes } from '../vite/pageFiles.ts';

type Site = {
  dist: string;
  api: (request: Request) => Promise<Response>;
  apiBase?: string;
  port: number;
};

/** Serves a build at `/` like nginx: real 404s, brotli, revalidation, the same headers. The directory next to it lists the pages. */
export function serveSite({ dist, api, apiBase = '/api', port }: Site) {
  /** For each request: a new build has a new policy. */
  const readDeployFile = (file: string) =>
    JSON.parse(readFileSync(join(deployDirectory(dist), file), 'utf8'));

  function findFile(path: string): [file: string, status: number] {
    const routes: typeof pageRoutes = readDeployFile('pages.json');
    const route = routes.find(({ pattern }) => new RegExp(`^/${pattern}/?$`).test(path));
    // No page by its file name (/items.html), and no file that begins with a dot or an underscore.
    const file = /\/[._]|\.html$/.test(path) ? '' : join(dist, path);
    if (existsSync(file) && statSync(file).isFile()) return [file, 200];
    return route ? [join(dist, route.file), 200] : [join(dist, '404.html'), 404];
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    // Redirects as nginx does: browsers read //host as another host.
    const singleSlashed = pathname.replace(/[/\\]{2,}/g, '/');
    if (singleSlashed !== pathname)
      return new Response(null, { status: 308, headers: { location: singleSlashed + search } });
    if (pathname.startsWith(`${apiBase}/`)) return api(request);
    const [file, status] = findFile(pathname);
    const isCompressed = existsSync(`${file}.br`);
    const body = readFileSync(isCompressed ? `${file}.br` : file);
    const etag = `"${createHash('sha1').update(body).digest('base64')}"`;
    const siteHeaders: HeaderMap = readDeployFile('headers.json');
    const headers = {
      ...siteHeaders,
      'content-type': getMimeType(file) ?? 'application/octet-stream',
      ...(isCompressed && { 'content-encoding': 'br' }),
      'cache-control': file.startsWith(join(dist, 'assets/')) ? assetCacheControl : pageCacheControl,
      etag,
    };
    return request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(new Uint8Array(body), { status, headers });
  }

  return serve({ fetch: handle, port, hostname: '127.0.0.1' });
}
