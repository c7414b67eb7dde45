import { isRefusal, type Sent } from '../judge/exchange.ts';
import { expectRefused, tryEach } from '../judge/expect.ts';
import { Failure } from '../judge/failure.ts';
import type { Level } from '../judge/level.ts';
import type { Shop } from '../judge/shop.ts';
import type { Shopper } from '../judge/shopper.ts';
import { test } from './journey.ts';

/** What is wrong in a request: fields of the body, a text as the body, or the token. */
export type Wrong = {
  fields?: Record<string, unknown>;
  text?: string | undefined;
  token?: string | undefined;
};

/** A journey: what is wrong, and what it means if the backend accepts it. */
export type Refusal = {
  wrong: Wrong[] | ((shop: Shop, ada: Shopper | undefined) => Wrong[]);
  level?: Level;
  /** Why a backend accepts it, provided that it refuses all of `control`. */
  cause?: string;
  control?: (shop: Shop) => Wrong[];
};

type Group = { operation: string; subject: string; level: Level };

/** Declares journeys in which every wrong request to an operation is refused, and a cart stays as it is. */
export function refusals({ operation, subject, level: usual }: Group) {
  return (id: string, words: string, { wrong, cause, control, level = usual }: Refusal) => {
    const isCart = /cart/i.test(operation);
    const title = `${subject} ${words} is refused${isCart ? ', and the cart stays as it is' : ''}`;
    test(`${id} @${level}: ${title}`, async (shop) => {
      const ada = isCart || operation === 'login' ? await shop.signup() : undefined;
      const setupFailure = isCart && ada ? await fillCart(shop, ada) : undefined;
      const send = (request: Wrong) => shop.call(operation, spoil(shop, operation, request, ada));
      let isProven = control !== undefined;
      for (const request of control?.(shop) ?? []) isProven &&= isRefusal(await send(request));
      const requests = typeof wrong === 'function' ? wrong(shop, ada) : wrong;
      await tryEach(requests, level, async (request) => {
        expectRefused(await send(request), describeWrong(request), {
          level,
          ...(cause && isProven && { cause }),
        });
      });
      // A cart that is broken anyway must not hide the refusals.
      if (setupFailure) throw setupFailure;
      if (isCart) await ada?.expectCart();
    });
  };
}

async function fillCart(shop: Shop, ada: Shopper): Promise<Failure | undefined> {
  try {
    await ada.tryToAdd({ itemId: shop.item._id, quantity: 1 });
    await ada.acceptCart();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** A request that fits the contract except for what is wrong. */
function spoil(shop: Shop, operation: string, wrong: Wrong, ada: Shopper | undefined): Sent {
  const { fields, text } = wrong;
  const token = 'token' in wrong ? wrong.token : ada?.token;
  if ('text' in wrong) return { token, text };
  const base: Record<string, () => object> = {
    signup: () => shop.newAccount(),
    login: () => ({ email: ada?.account.email, password: ada?.account.password }),
    addToCart: () => ({ itemId: shop.item._id, quantity: 1 }),
    removeFromCart: () => ({ itemId: shop.item._id }),
  };
  return { token, body: { ...base[operation]?.(), ...fields } };
}

/** The field, token or body that is wrong. */
const describeWrong = ({ fields, ...others }: Wrong) =>
  `${Object.keys(fields ?? others)[0]}`.replace('text', 'body');

export const eachField = (name: string, values: unknown[]): Wrong[] =>
  values.map((value) => ({ fields: { [name]: value } }));

/** A query operator, which reaches the database where a body is passed on unread. */
export const operator = { $ne: '' };

export const notJson: Refusal = {
  wrong: ['{"email":', 'text', '', 'null', '[]', '7', undefined].map((text) => ({ text })),
  level: 'strict',
};
