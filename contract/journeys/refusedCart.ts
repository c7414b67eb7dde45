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

/** Changes a character in the middle of the signature, or of a token without one. */
function changeSignature(token: string): string {
  const middle = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  return `${token.slice(0, middle)}${/b/i.test(token[middle] ?? '') ? 'c' : 'b'}${token.slice(middle + 1)}`;
}

/** The claims of a JSON Web Token under a header that says that nobody signed them. */
function removeSignature(token: string): string[] {
  if (!claimsOf(token)) return [];
  const headers = ['none', 'None'].map((alg) =>
    Buffer.from(`{"alg":"${alg}","typ":"JWT"}`).toString('base64url'),
  );
  return headers.map((header) => `${header}.${token.split('.')[1]}.`);
}

cart('cartWithoutToken', 'without a token', noToken);

cart('cartWithWrongToken', 'with a wrong token', wrongToken);

test('forgedToken @unsafe: A token that was changed, or that nobody signed, is refused', async (shop) => {
  const { signup, call, item } = shop;
  const ada = await signup();
  await ada.tryToAdd({ itemId: item._id, quantity: 1 });
  await ada.acceptCart();
  const forged = [changeSignature(ada.token), ...removeSignature(ada.token)];
  const tokens = forged.filter((token) => token !== ada.token);
  for (const id of ['getCart', 'addToCart', 'removeFromCart']) {
    const body = { itemId: item._id };
    const control = await call(id, { token: 'not-a-token', body });
    const cause = isRefusal(control)
      ? 'A changed token is accepted: its signature is not checked, or only a part of it counts.'
      : undefined;
    await tryEach(tokens, 'unsafe', async (token) =>
      expectRefused(await call(id, { token, body }), 'token', { level: 'unsafe', cause }),
    );
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
