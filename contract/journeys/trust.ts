import { isSuccess } from '../client.ts';
import { expectAccepted, expectAnswered, expectThat } from '../expect.ts';
import type { Shop } from '../shop.ts';
import { claimsOf, decodeText, explainGuess, type Given } from '../tokens.ts';
import { adds, group, type Stories } from './journey.ts';

const trusted = 'Who calls is said by the token alone, and what an item costs by the catalogue.';
const secret = 'Nobody can guess it or write one, and no password is in it.';

/** A new shopper, and the ids that an answer has shown of them. */
async function signupShowingIds({ call, newAccount, shopper }: Shop) {
  const account = newAccount();
  const exchange = await call('signup', { body: account });
  expectAccepted(exchange);
  const { token } = exchange.body as { token: string };
  const ids = new Set<string | number>([account.email]);
  // JSON visits each value with its key.
  JSON.stringify([exchange.body, claimsOf(token)], (key, value) => {
    const isId = /^(_?id|.+_?id|sub|uid)$/i.test(key) && /string|number/.test(typeof value);
    if (isId) ids.add(value);
    return value;
  });
  return { ...shopper(token, account), ids: [...ids] };
}

/** Fields by which careless backends are told who somebody is. */
const asOwner = (id: string | number) =>
  Object.fromEntries(
    ['userId', 'user_id', 'user', 'email', 'customerId', 'ownerId', 'owner', 'cartId'].map((it) => [it, id]),
  );

/** What a backend takes on trust. */
export const trustJourneys: Stories = group(
  { level: 'unsafe' },
  {
    ownerIsTheTokens: {
      summary: 'A body or a query that names another shopper changes and shows nothing of theirs.',
      contract: trusted,
      shopper: 'Anybody who knows their email or id reads and changes their cart.',
      async run(shop) {
        const { item, other } = shop.catalogue;
        const ada = await shop.signup();
        const bob = await signupShowingIds(shop);
        await bob.add(item._id, 2);
        const reason = 'Who calls is read in the body or the query, and not from the token.';
        const { token } = ada;
        for (const id of bob.ids) {
          await ada.tryToAdd({ itemId: other._id, quantity: 1, ...asOwner(id) });
          await shop.call('removeFromCart', { token, body: { itemId: item._id, ...asOwner(id) } });
          const looked = await shop.call('getCart', { token, query: asOwner(id) });
          const isBobs = isSuccess(looked) && JSON.stringify(looked.body).includes(JSON.stringify(item._id));
          expectThat(looked, !isBobs, { expected: "The caller's own cart, or a refusal.", reason });
          await bob.look(reason);
        }
      },
    },
    priceIsTheShops: {
      summary: 'A price and a name that come with an addition count for nothing.',
      contract: trusted,
      shopper: 'Anybody buys at a price of their own.',
      async run({ signup, catalogue }) {
        const { _id, price } = catalogue.item;
        const ada = await signup();
        const cheap = { _id, name: 'Contract Test', price: price / 100 + 0.01 };
        const body = { itemId: _id, quantity: 2, ...cheap, unitPrice: cheap.price, total: 0, item: cheap };
        await ada.tryToAdd(body);
        await ada.look('The price is taken from the body.');
      },
    },
    quantityIsANumber: {
      level: 'strict',
      summary: 'A quantity in quotes is refused, or counts as the number that it is.',
      contract: adds,
      shopper: 'A cart that cannot be read, or has 22 pieces in place of 4.',
      async run({ signup, catalogue }) {
        const ada = await signup();
        for (const quantity of ['2', '2']) await ada.tryToAdd({ itemId: catalogue.item._id, quantity });
        await ada.look('The quantity is kept as a text.');
      },
    },
    hugeQuantity: {
      level: 'strict',
      summary: 'A quantity beyond all measure is refused, or the cart can still be read.',
      contract: adds,
      shopper: 'A cart that never opens again.',
      async run({ signup, call, catalogue }) {
        for (const quantity of [1e308, 2 ** 53 - 1, 2 ** 31 - 1]) {
          const ada = await signup();
          const body = { itemId: catalogue.item._id, quantity };
          for (let nth = 0; nth < 2; nth++) expectAnswered(await ada.tryToAdd(body));
          const cart = await call('getCart', { token: ada.token });
          expectThat(cart, isSuccess(cart) && !cart.misfit, {
            expected: 'A cart whose quantities are whole numbers, 1 or more.',
            reason: 'The sum is more than a number of the database or of JSON can hold.',
            got: cart.misfit,
          });
        }
      },
    },
    accountIsNotChosen: {
      summary: 'A signup that brings a token or the id of another account gets neither.',
      contract: secret,
      shopper: 'Somebody who signs up takes over their account.',
      async run(shop) {
        const bob = await signupShowingIds(shop);
        await bob.add(shop.catalogue.item._id, 2);
        for (const id of bob.ids.filter((it) => it !== bob.email))
          await shop.call('signup', { body: { ...shop.newAccount(), _id: id, id, userId: id } });
        const token = `chosen-${shop.newEmail()}`;
        const exchange = await shop.call('signup', { body: { ...shop.newAccount(), token } });
        const isChosen = (exchange.body as { token?: unknown } | null)?.token === token;
        expectThat(exchange, !isChosen, { expected: 'A token of the backend, or a refusal.' });
        await (await shop.login(bob)).look();
      },
    },
    tokenCannotBeGuessed: {
      summary: 'Nobody can tell the token of a shopper from those of others, or write one.',
      contract: secret,
      shopper: 'Somebody else writes a token for their account.',
      async run({ call, newAccount }) {
        const given: Given[] = [];
        for (const account of [newAccount(), newAccount(), newAccount()]) {
          const from = Date.now();
          const exchange = await call('signup', { body: account });
          expectAccepted(exchange);
          const { token } = exchange.body as { token: string };
          given.push({ ...account, token, from, to: Date.now() });
          const reason = explainGuess(given);
          expectThat(exchange, !reason, { expected: 'A token by chance, or signed with a secret.', reason });
        }
      },
    },
    passwordStaysSecret: {
      summary: 'No answer has a password in it, hashed or not, nor has a token.',
      contract: 'Never returned.',
      shopper: 'Their password can be read by whoever sees an answer.',
      async run({ call, newAccount }) {
        const body = newAccount();
        for (const id of ['signup', 'login']) {
          const exchange = await call(id, { body });
          expectAccepted(exchange);
          const answer = JSON.stringify(exchange.body);
          const all = `${answer} ${decodeText(answer)}`;
          const isHashed = /"password(?!\w*(At|Date|Changed|Expire))[^"]{0,10}":"[^"]/i.test(all);
          const isSecret = !all.includes(body.password) && !isHashed;
          expectThat(exchange, isSecret, { expected: 'An answer without a password.' });
        }
      },
    },
  },
);
