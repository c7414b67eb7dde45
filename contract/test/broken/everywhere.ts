import { refuse, type Shop } from '../goodBackend.ts';
import { type Broken, page, row } from '../row.ts';

const redirected = { findings: 1, says: /redirect/i };
/** A request without a body gets no response. */
const withoutResponse = (shop: Shop) =>
  shop.before('POST /auth/signup', ({ body }) => (body ? undefined : new Promise(() => {})));
const hanging = { flags: ['--only', 'signupWithoutJson,tokenCannotBeGuessed', '--timeout', '1'] };

/** Servers with a fault in several calls. */
export const everywhere: Broken[] = [
  row('Refusals have status 200', { finds: 'breaks addWithoutToken', findings: 6, cause: /4\d\d/ }, (shop) =>
    shop.onReply(({ status }) => (status < 400 ? undefined : { status: 200, body: { ok: false } })),
  ),
  row('POST is redirected with 301', { ...redirected, finds: 'breaks signup' }, (shop) =>
    shop.onReply((_reply, { route }) => {
      const [method, path = ''] = route.split(' ');
      const isMoved = method === 'POST' && !path.endsWith('/');
      return isMoved ? { status: 301, headers: { location: `/api${path}/` } } : undefined;
    }),
  ),
  row('A refusal is a login page', { ...redirected, finds: 'strict addWithoutToken' }, (shop) => {
    const moved = { status: 302, headers: { location: '/api/login' } };
    shop.onReply(({ status }) => (status === 401 ? moved : undefined));
    shop.before('GET /login', page);
  }),
  row('One call of 30 fails', { finds: 'breaks', findings: 1, cause: /now and then/ }, (shop, { answer }) => {
    let calls = 0;
    shop.answer = async (call) => (++calls % 30 === 0 ? refuse(500) : answer(call));
  }),
  row('A malformed body hangs', { ...hanging, finds: 'strict signupWithoutJson' }, withoutResponse),
  row('Behind that, tokens are counted', { ...hanging, finds: 'unsafe tokenCannotBeGuessed' }, (shop) => {
    let count = 0;
    shop.newToken = () => `session-${++count}`;
    withoutResponse(shop);
  }),
  row('A failing login hides no open cart', { finds: 'unsafe cartWithWrongToken', findings: 4 }, (shop) => {
    shop.login = () => refuse(500);
    shop.findSession = (token) => shop.sessions.get(token) ?? shop.lastUser();
  }),
];
