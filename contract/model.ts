import type { Client, Exchange } from './client.ts';
import { expectAccepted, expectAnswered, expectRefused, expectThat } from './expect.ts';
import type { Row } from './probe.ts';
import type { Filter, Shop, Shopper } from './shop.ts';

export const wrongPasswords = {
  'without its end': (password: string) => password.slice(0, -1),
  'with more': (password: string) => `${password}x`,
  'with another end': (password: string) => `${password.slice(0, -1)}?`,
  'in capitals': (password: string) => password.toUpperCase(),
};

/** What a call sends in place of what fits. */
export type Misfit = { field: string; value: unknown } | { text: string };

/** What somebody does. Shoppers, their devices and items are numbers; a login brings one more device. */
export type Step =
  | { does: 'add'; who: number; device: number; item: number; quantity: number | undefined }
  | { does: 'addAtOnce'; who: number; items: [number, number] }
  | { does: 'remove'; who: number; device: number; item: number }
  | { does: 'look'; who: number; device: number }
  | { does: 'login'; who: number }
  | { does: 'loginWrongly'; who: number; password: keyof typeof wrongPasswords }
  | { does: 'signup'; name: string; mark: string; secret: string; isOdd: boolean }
  | { does: 'filter'; filter: Filter; isOdd: boolean }
  | { does: 'oddItem'; who: number; id: string; itemId: string }
  | { does: 'wrongToken'; id: string; token: string | undefined }
  | { does: 'misfit'; who: number; id: string; misfit: Misfit };

type Acts = {
  [Does in Step['does']]: (step: Extract<Step, { does: Does }>, devices: Shopper[]) => Promise<unknown>;
};

/** A run: what the steps bring at the backend, beside what they should. */
export function makeWorld(
  client: Client,
  shop: Shop,
  rows: Row[],
  /** A shopper with an empty cart and their signup. */
  enter: (who: number) => Promise<{ shopper: Shopper; signup: Exchange }>,
) {
  /** Everybody's devices. */
  const present = new Map<number, Shopper[]>();
  const exchanges: Exchange[] = [];

  async function meet(who: number): Promise<Shopper[]> {
    const known = present.get(who);
    if (known) return known;
    const { shopper, signup } = await enter(who);
    exchanges.push(signup);
    const devices = [shopper];
    present.set(who, devices);
    return devices;
  }

  async function act(step: Step): Promise<void> {
    const devices = 'who' in step ? await meet(step.who) : [];
    const start = client.exchanges.length;
    try {
      await acts[step.does](step as never, devices);
    } finally {
      exchanges.push(...client.exchanges.slice(start));
    }
  }

  const itemAt = (at: number) => (rows[at % rows.length] as Row)._id;
  const deviceOf = (devices: Shopper[], at = 0) => devices[at % devices.length] as Shopper;

  const acts: Acts = {
    add: ({ device, item, quantity }, devices) => deviceOf(devices, device).add(itemAt(item), quantity),
    addAtOnce: ({ items }, devices) =>
      Promise.all(items.map((item) => deviceOf(devices).add(itemAt(item), 1, true))),
    async remove({ device, item }, devices) {
      const { token, wanted } = deviceOf(devices, device);
      const isThere = wanted.delete(itemAt(item));
      const exchange = await client.call('removeFromCart', { token, body: { itemId: itemAt(item) } });
      if (isThere) expectAccepted(exchange);
      else expectAnswered(exchange, 'strict');
    },
    look: ({ device }, devices) => deviceOf(devices, device).look(),
    login: async (_, devices) => devices.push(await shop.login(deviceOf(devices))),
    async loginWrongly(step, devices) {
      const { email, password } = deviceOf(devices);
      const body = { email, password: wrongPasswords[step.password](password) };
      const reason = `A password ${step.password} is taken for the right one.`;
      expectRefused(await client.call('login', { body }), reason, 'unsafe');
    },
    async signup({ name, mark, secret, isOdd }) {
      const account = { name, email: shop.newEmail(mark), password: shop.password + secret };
      const exchange = await client.call('signup', { body: account });
      // A backend may have limits that no contract knows, but what it has accepted it has to keep.
      if (isOdd) expectAnswered(exchange, 'strict');
      else expectAccepted(exchange);
      if (exchange.status < 300) await (await shop.login(account)).look();
    },
    async filter({ filter, isOdd }) {
      if (!isOdd) return shop.expectItems(filter, `Only items that fit ${JSON.stringify(filter)}`);
      const exchange = await client.call('getItems', { query: filter });
      expectAnswered(exchange, 'strict');
      const isEmpty = exchange.status >= 300 || (exchange.body as []).length === 0;
      expectThat(exchange, isEmpty, { expected: 'An empty list.' });
    },
    async oddItem({ id, itemId }, devices) {
      const exchange = await client.call(id, { token: deviceOf(devices).token, body: { itemId } });
      expectAnswered(exchange, 'strict');
      if (id === 'addToCart') expectRefused(exchange, undefined, 'strict');
    },
    async wrongToken({ id, token }) {
      expectRefused(await client.call(id, { body: { itemId: itemAt(0) }, token }), undefined, 'unsafe');
    },
    async misfit({ id, misfit }, devices) {
      const device = deviceOf(devices);
      const body = shop.bodyOf(id, device);
      const query = 'field' in misfit && { query: { [misfit.field]: String(misfit.value) } };
      const wrong = 'text' in misfit ? misfit : { body: { ...body, [misfit.field]: misfit.value } };
      const sent = body ? { token: device.token, ...wrong } : { ...query };
      expectRefused(await client.call(id, sent), undefined, id === 'login' ? 'unsafe' : 'strict');
    },
  };

  return {
    /** The calls of this run, signups included: enough to make it happen again. */
    exchanges,
    act,
    /** Whether every shopper's cart, on every device, is what it should be. */
    async lookAtAll() {
      for (const [who, devices] of present)
        for (const device of devices.keys()) await act({ does: 'look', who, device });
    },
  };
}
