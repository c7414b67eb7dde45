import { createHash } from 'node:crypto';

export type HeaderMap = Record<string, string>;

type Policy = {
  /** The content of every inline `<script>` and `<style>` of the built pages. */
  scripts: string[];
  styles: string[];
  /** The origin of the API, if it is not the store's own. */
  apiOrigin?: string | undefined;
};

/** The headers of pages, assets and error pages, for every server. Nothing else defines them. */
export const siteHeaders = (policy: Policy): HeaderMap => ({
  'Content-Security-Policy': contentSecurityPolicy(policy),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
  ...commonHeaders,
});

const commonHeaders: HeaderMap = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
};

/** The headers of API responses. No cache may store a response, because it may hold a cart or a token. */
export const apiHeaders: HeaderMap = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  ...commonHeaders,
};

/** Revalidated on each request; the response is 304 if nothing has changed. */
export const pageCacheControl = 'no-cache';

/** The file name holds a hash of the content, so a cached copy is never stale. */
export const assetCacheControl = 'public, max-age=31536000, immutable';

const contentSecurityPolicy = ({ scripts, styles, apiOrigin }: Policy) =>
  [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scripts.map(hashSource)],
    ['style-src', "'self'", ...styles.map(hashSource)],
    ['img-src', "'self'", 'data:'],
    // No workers. Without this line script-src would apply, and allow them in browsers without Trusted Types.
    ['worker-src', "'none'"],
    ['connect-src', "'self'", ...(apiOrigin ? [apiOrigin] : [])],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ]
    .map((directive) => directive.join(' '))
    .join('; ');

/** A source expression that allows exactly this inline script or style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
