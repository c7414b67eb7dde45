import { injectionInto } from '../judge/expect.ts';
import { findOperation } from '../judge/files.ts';
import type { Operation } from '../openapi/readContract.ts';
import { each, refuse } from './refusals.ts';

// Wrong requests that fit the schemas of openapi.yaml, or need several fields at once.

const login = findOperation('login') as Operation;
const addToCart = findOperation('addToCart') as Operation;

refuse(login, 'unknownEmail @unsafe', 'with an unknown email', (shop) => each('email', [shop.newEmail()]));

const LIKE = 'The email is compared with LIKE, in which % and _ match any text.';

refuse(login, 'loginWithSql @unsafe', 'with SQL in its email or password', (shop, { account }) => {
  const { email: own } = account;
  const patterns = [own.replace(/^./, '_'), own.replace(/^[^@]+/, '%'), '%'];
  const passwords = ["' OR '1'='1", "' OR 1=1 --"];
  const emails = [`${own}' -- `, `${own}'--`, `${own}' #`, "' OR '1'='1' -- ", "x' OR 1=1 -- @example.com"];
  const cause = injectionInto({ operation: login });
  return [
    { fields: { password: 'not-the-password' } },
    { fields: { email: shop.newEmail(), password: 'not-the-password' } },
    ...each('password', passwords, { cause }),
    // With the right password, because many backends compare it after the query.
    ...each('email', patterns, { cause: LIKE }),
    ...each('email', emails, { cause }),
  ];
});

refuse(addToCart, 'unknownItem', 'with an unknown item', ({ catalogue }) =>
  each('itemId', [catalogue.unknownId]),
);

/** Careless backends look items up in an object, compare ids as numbers, or read only their beginning. */
refuse(
  addToCart,
  'unusualItem @strict',
  'with an id that only resembles that of an item, or the name of a property,',
  ({ item, catalogue }) => {
    const ids = [
      'constructor',
      '__proto__',
      `${item._id}x`,
      item._id.slice(0, -1),
      // In PHP, "1000" == "1e+3".
      ...(Number.isNaN(Number(item._id)) ? [] : [Number(item._id).toExponential()]),
    ];
    return each(
      'itemId',
      ids.filter((id) => id && !catalogue.items.some(({ _id }) => _id === id)),
    );
  },
);
