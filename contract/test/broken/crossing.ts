import { allowing, type Broken, type Change, fault, STORE } from '../fault.ts';
import type { GoodBackend } from '../goodBackend.ts';

/** A server on another origin than the store, which the store's pages could not call. */
const blocked = (name: string, says: RegExp, change: Change) =>
  fault(name, { finds: 'breaks crossOrigin', findings: 1, flags: ['--origin', STORE], says }, change);

/** Redirects one call to itself, once. */
const redirecting =
  (route: string, status: number, headers: Record<string, string>) => (shop: GoodBackend) => {
    allowing(STORE)(shop);
    const path = route.replace(/^\w+ /, '/api');
    const redirect = { status, headers: { ...headers, location: `${path}?again=1` } };
    shop.before(route, ({ search }) => (search ? undefined : redirect));
  };

const typeOnly = { 'access-control-allow-headers': 'Content-Type' };
export const crossing: Broken[] = [
  blocked('No response has a header for other origins', /Access-Control-Allow-Origin is missing/, {}),
  blocked('Refusals have no header', /Access-Control-Allow-Origin/, allowing(STORE, { refusals: false })),
  blocked('A third origin is allowed', /other\.example/, allowing('https://other.example')),
  blocked('The token is not allowed', /Allow-Headers/, allowing(STORE, { preflight: typeOnly })),
  blocked(
    'A preflight is redirected',
    /307/,
    redirecting('OPTIONS /cart/add', 307, { 'access-control-allow-origin': STORE }),
  ),
  blocked('A redirect has no header', /redirect/i, redirecting('GET /items', 301, {})),
];
