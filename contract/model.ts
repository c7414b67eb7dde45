import type { Client, Exchange } from './client.ts';
import { expectAccepted, expectRefused, expectThat, Unmet } from './expect.ts';
import type { Row } from './probe.ts';
import { type Filter, newEmail, type Shop, type Shopper } from './shop.ts';

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

type Present = { devices: Shopper[]; cart: Map<string, number> };

/** A run: what the steps bring at the backend, beside what they should. */
export function makeWorld(
  client: Client,
  shop: Shop,
  rows: Row[],
  /** A shopper with an empty cart and their signup. */
  enter: (who: number) => Promise<{ shopper: Shopper; signup: Exchange }>,
) {
  const present = new Map<number, Present>();
  const exchanges: Exchange[] = [];

  async function meet(who: number): Promise<Present> {
    const known = present.get(who);
    if (known) return known;
    const { shopper, signup } = await enter(who);
    exchanges.push(signup);
    const own = { devices: [shopper], cart: new Map<string, number>() };
    present.set(who, own);
    return own;
  }

  async function act(step: Step): Promise<void> {
    const own = 'who' in step ? await meet(step.who) : undefined;
    const start = client.exchanges.length;
    try {
      await (own ? actAs(own, step) : actAsStranger(step));
    } finally {
      exchanges.push(...client.exchanges.slice(start));
    }
  }

  const itemAt = (at: number) => (rows[at % rows.length] as Row)._id;
  const put = (cart: Present['cart'], id: string, quantity = 1) =>
    cart.set(id, (cart.get(id) ?? 0) + quantity);

  async function actAs({ devices, cart }: Present, step: Step) {
    const at = 'device' in step ? step.device : 0;
    const device = devices[at % devices.length] as Shopper;
    const { token } = device;
    switch (step.does) {
      case 'add':
        await device.add(itemAt(step.item), step.quantity);
        put(cart, itemAt(step.item), step.quantity);
        return;
      case 'addAtOnce':
        await Promise.all(step.items.map((item) => device.add(itemAt(item), 1, true)));
        for (const item of step.items) put(cart, itemAt(item));
        return;
      case 'remove': {
        const isThere = cart.delete(itemAt(step.item));
        const body = { itemId: itemAt(step.item) };
        const exchange = await client.call('removeFromCart', { token, body });
        if (isThere) expectAccepted(exchange);
        else expectAnswer(exchange);
        return;
      }
      case 'look':
        await device.expectCart(Object.fromEntries(cart));
        return;
      case 'login':
        devices.push(await shop.login(device));
        return;
      case 'loginWrongly': {
        const password = wrongPasswords[step.password](device.password);
        const reason = `A password ${step.password} is taken for the right one.`;
        expectRefused(
          await client.call('login', { body: { email: device.email, password } }),
          reason,
          'unsafe',
        );
        return;
      }
      case 'oddItem': {
        const exchange = await client.call(step.id, { token, body: { itemId: step.itemId } });
        expectAnswer(exchange);
        if (step.id === 'addToCart') expectRefused(exchange, undefined, 'strict');
        return;
      }
      case 'misfit':
        await sendMisfit(device, step);
    }
  }

  async function actAsStranger(step: Step) {
    switch (step.does) {
      case 'signup': {
        const account = {
          name: step.name,
          email: newEmail(step.mark),
          password: shop.password + step.secret,
        };
        const exchange = await client.call('signup', { body: account });
        // A backend may have limits that no contract knows, but what it has accepted it has to keep.
        if (step.isOdd) expectAnswer(exchange);
        else expectAccepted(exchange);
        if (exchange.status < 300) await (await shop.login(account)).expectCart({});
        return;
      }
      case 'filter': {
        if (!step.isOdd)
          return shop.expectItems(step.filter, `Only items that fit ${JSON.stringify(step.filter)}`);
        const exchange = await client.call('getItems', { query: step.filter });
        expectAnswer(exchange);
        const isEmpty = exchange.status >= 300 || (exchange.body as []).length === 0;
        expectThat(exchange, isEmpty, { expected: 'An empty list.' });
        return;
      }
      case 'wrongToken': {
        const body = { itemId: itemAt(0) };
        expectRefused(await client.call(step.id, { body, token: step.token }), undefined, 'unsafe');
      }
    }
  }

  async function sendMisfit({ token, email, password }: Shopper, { id, misfit }: Step & { does: 'misfit' }) {
    const bodies: Record<string, object> = {
      signup: { name: 'Contract Test', email: newEmail(), password },
      login: { email, password },
      addToCart: { itemId: itemAt(0), quantity: 2 },
      removeFromCart: { itemId: itemAt(0) },
    };
    const body = bodies[id];
    const query = 'field' in misfit && { query: { [misfit.field]: String(misfit.value) } };
    const wrong = 'text' in misfit ? misfit : { body: { ...body, [misfit.field]: misfit.value } };
    const sent = body ? { token, ...wrong } : { ...query };
    expectRefused(await client.call(id, sent), undefined, id === 'login' ? 'unsafe' : 'strict');
  }

  return {
    /** The calls of this run, signups included: enough to make it happen again. */
    exchanges,
    act,
    /** Whether every shopper's cart, on every device, is what it should be. */
    async lookAtAll() {
      for (const [who, { devices }] of present)
        for (const device of devices.keys()) await act({ does: 'look', who, device });
    },
  };
}

/** Anything but a failure. */
function expectAnswer(exchange: Exchange) {
  const { status, misfit } = exchange;
  const isAnswer = status >= 200 && status < 500 && !(status < 300 && misfit);
  if (!isAnswer)
    throw new Unmet(exchange, {
      expected: 'A success as openapi.yaml describes it, or a refusal: any status from 400 to 499.',
      level: 'strict',
    });
}
