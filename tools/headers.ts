import { createHash } from 'node:crypto';

/** Header names and values, as they are sent. */
export type Headers = Record<string, string>;

type Policy = {
  /** The texts between the tags of every inline `<script>` and `<style>` of the built pages. */
  scripts: string[];
  styles: string[];
  /** The origin of the API, when it is not the store's own. */
  apiOrigin?: string | undefined;
  /** Where pictures come from, beside the store's own origin. */
  imageOrigins?: string[];
};

/** What pages, assets and error pages are sent with. The one source of the policy, for every server. */
export const pageHeaders = (policy: Policy): Headers => ({
  'Content-Security-Policy': contentSecurityPolicy(policy),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Other origins' pictures come without cookies then; they need not know of this policy.
  'Cross-Origin-Embedder-Policy': policy.imageOrigins?.length ? 'credentialless' : 'require-corp',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()',
  ...everywhere,
});

const everywhere: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
};

/** What the API's answers are sent with. They hold a shopper's cart or token: nothing may keep them. */
export const apiHeaders: Headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  ...everywhere,
};

/** Asked again at each visit, and answered 304 while nothing has changed. */
export const pageCache = 'no-cache';

/** The name holds a hash of the content, so a copy never goes stale. */
export const assetCache = 'public, max-age=31536000, immutable';

const contentSecurityPolicy = ({ scripts, styles, apiOrigin, imageOrigins = [] }: Policy) =>
  [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scripts.map(hashSource)],
    ['style-src', "'self'", ...styles.map(hashSource)],
    ['img-src', "'self'", 'data:', ...imageOrigins],
    // Without Trusted Types, script-src alone would let the store's own files be workers.
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

/** Text in a policy: allows exactly this inline script or style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
