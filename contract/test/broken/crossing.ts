import { allowing, type Broken, type Change, row, STORE } from '../row.ts';

/** A server on another origin than the store, which no page of the store could call. */
const blocked = (name: string, says: RegExp, change: Change, id = 'getItems across origins') =>
  row(name, { finds: `breaks ${id}`, flags: ['--origin', STORE], findings: 1, says }, change);

export const crossing: Broken[] = [
  blocked('No header for other origins', /Access-Control-Allow-Origin/i, {}),
  blocked('A third origin is allowed', /https:\/\/other\.example/, allowing('https://other.example')),
  blocked(
    'The token is not allowed',
    /Access-Control-Allow-Headers/i,
    allowing(STORE, { preflight: { 'access-control-allow-headers': 'Content-Type' } }),
    'getCart across origins',
  ),
  blocked(
    'Refusals have no header',
    /Access-Control-Allow-Origin/i,
    allowing(STORE, { refusals: false }),
    'login across origins',
  ),
  blocked(
    'A preflight is redirected',
    /307/,
    (shop) => {
      allowing(STORE)(shop);
      shop.onReply((reply, { route }) =>
        route === 'OPTIONS /cart'
          ? { status: 307, headers: { ...reply.headers, location: '/api/cart?again=1' } }
          : undefined,
      );
    },
    'getCart across origins',
  ),
  blocked('A redirect has no header', /redirect/i, (shop) => {
    allowing(STORE)(shop);
    shop.onReply((_reply, { route, search }) =>
      route === 'GET /items' && !search
        ? { status: 301, headers: { location: '/api/items?again=1' } }
        : undefined,
    );
  }),
];
