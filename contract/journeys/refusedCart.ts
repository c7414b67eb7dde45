import { isRefusal } from '../judge/exchange.ts';
import { expectRefused, tryEach } from '../judge/expect.ts';
import { claimsOf } from '../judge/tokens.ts';
import { test } from './journey.ts';
import { eachField, notJson, operator, type Refusal, refusals } from './refusals.ts';

const cart = refusals({ operation: 'getCart', subject: 'Opening the cart', level: 'unsafe' });
const add = refusals({ operation: 'addToCart', subject: 'Adding', level: 'strict' });
const remove = refusals({ operation: 'removeFromCart', subject: 'Removing', level: 'strict' });

const noToken: Refusal = { wrong: [{ token: undefined }], level: 'breaks' };

/** Careless backends look tokens up in an object, or write "null" for none. */
const wrongToken: Refusal = {
  wrong: ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''].map((token) => ({ token })),
  level: 'unsafe',
};

type Forgery = { token: string; cause: string };

/** Changes a character in the middle of the signature, or of a token without one. */
function changeSignature(token: string): Forgery {
  const middle = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  const character = /b/i.test(token[middle] ?? '') ? 'c' : 'b';
  const changed = token.slice(0, middle) + character + token.slice(middle + 1);
  return { token: changed, cause: 'A token is accepted in which one character was changed.' };
}

/** The claims of a JSON Web Token under a header that says that nobody signed them. */
function removeSignature(token: string, alg: string): Forgery {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url');
  const cause = `A token without a signature is accepted if its header says that "alg" is "${alg}".`;
  return { token: `${header}.${token.split('.')[1]}.`, cause };
}

cart('cartWithoutToken', 'without a token', noToken);

cart('cartWithWrongToken', 'with a wrong token', wrongToken);

test('forgedToken @unsafe: A token that was changed, or that nobody signed, is refused', async (shop) => {
  const { signup, call, item } = shop;
  const ada = await signup();
  await ada.tryToAdd({ itemId: item._id, quantity: 1 });
  await ada.acceptCart();
  const unsigned = claimsOf(ada.token)
    ? ['none', 'None', 'NONE'].map((alg) => removeSignature(ada.token, alg))
    : [];
  const forgeries = [changeSignature(ada.token), ...unsigned].filter(({ token }) => token !== ada.token);
  for (const id of ['getCart', 'addToCart', 'removeFromCart']) {
    const body = { itemId: item._id };
    const isChecked = isRefusal(await call(id, { token: 'not-a-token', body }));
    await tryEach(forgeries, 'unsafe', async ({ token, cause }) => {
      const details = { level: 'unsafe', ...(isChecked && { cause }) } as const;
      expectRefused(await call(id, { token, body }), 'token', details);
    });
  }
  await ada.expectCart();
});

add('addWithoutToken', 'without a token', noToken);

add('addWithWrongToken', 'with a wrong token', wrongToken);

add('addWithoutJson', 'with a body that is not a JSON object', notJson);

add('addWithWrongType', 'with a quantity that is not a number', {
  wrong: eachField('quantity', ['many', operator, []]),
});

add('addNegative', 'a quantity of −1', { wrong: eachField('quantity', [-1]) });

add('addNothing', 'a quantity of 0', { wrong: eachField('quantity', [0]) });

add('addFraction', 'a quantity of 1.5', { wrong: eachField('quantity', [1.5]) });

add('addWithoutItem', 'without an item', { wrong: eachField('itemId', [undefined, operator, null, '']) });

add('unknownItem', 'an item that does not exist', {
  wrong: ({ catalogue, items }) => eachField('itemId', items && [catalogue.unknownId]),
  level: 'breaks',
});

add('unlikelyItem', 'an item whose id is a word of the programming language or of a database', {
  wrong: eachField('itemId', ['constructor', '__proto__', "' OR 1=1 --", '../items', 'é']),
});

remove('removeWithoutToken', 'without a token', noToken);

remove('removeWithWrongToken', 'with a wrong token', wrongToken);

remove('removeWithoutJson', 'with a body that is not a JSON object', notJson);

remove('removeWithoutItem', 'without an item', { wrong: [{ fields: { itemId: undefined, quantity: 1 } }] });

remove('removeWithWrongType', 'an item whose id is not a string', {
  wrong: eachField('itemId', [operator, []]),
});
