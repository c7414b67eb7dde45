import { refuse } from '../goodBackend.ts';
import { type Broken, row } from '../row.ts';

/** Servers with a fault in several calls. */
export const everywhere: Broken[] = [
  row(
    'Refusals are 200 with {"ok": false}',
    'breaks addWithoutToken',
    (shop) => shop.onReply(({ status }) => (status < 400 ? undefined : { status: 200, body: { ok: false } })),
    // One for each call at most.
    { findings: 6, cause: /4xx/ },
  ),
  row(
    'POST calls are redirected with 301',
    'breaks signup',
    (shop) =>
      shop.onReply((_reply, { route }) =>
        route.startsWith('POST ') && !route.endsWith('/')
          ? { status: 301, headers: { location: `/api${route.slice('POST '.length)}/` } }
          : undefined,
      ),
    { findings: 1, says: /redirect|301/i, saysNot: /nothing at/ },
  ),
  row(
    'One call of 30 fails with 500',
    'breaks getItems',
    (shop) => {
      let calls = 0;
      const { answer } = shop;
      shop.answer = async (call) => (++calls % 30 === 0 ? refuse(500) : answer(call));
    },
    { findings: 1, cause: /now and then/ },
  ),
];
