import { refuse } from '../goodBackend.ts';
import { type Broken, row, rows } from '../row.ts';

/** Servers with a fault in several calls. */
export const everywhere: Broken[] = [
  // One finding for each call at most.
  ...rows(
    { finds: 'breaks addWithoutToken', findings: 6, cause: /4xx|400 to 499/ },
    {
      'Refusals are 200 with {"ok": false}': (shop) =>
        shop.onReply(({ status }) => (status < 400 ? undefined : { status: 200, body: { ok: false } })),
    },
  ),
  row(
    'POST calls are redirected with 301',
    { finds: 'breaks signup', findings: 1, says: /redirect|301/i, saysNot: /nothing at/ },
    (shop) =>
      shop.onReply((_reply, { route }) => {
        const [method, path = ''] = route.split(' ');
        const isMoved = method === 'POST' && !path.endsWith('/');
        return isMoved ? { status: 301, headers: { location: `/api${path}/` } } : undefined;
      }),
  ),
  ...rows(
    { finds: 'breaks', findings: 1, cause: /now and then/ },
    {
      'One call of 30 fails with 500': (shop, { answer }) => {
        let calls = 0;
        shop.answer = async (call) => (++calls % 30 === 0 ? refuse(500) : answer(call));
      },
    },
  ),
];
