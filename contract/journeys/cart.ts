import { expectAnswered, expectNotKept, expectRefused } from '../expect.ts';
import { adds, play, refuses, removes, type Stories, type Story, sameCart } from './journey.ts';

const ownCart = "Lists the lines of the caller's cart, one line an item; no other shopper sees them.";
const tokenNeeded = 'Without a valid token the call is refused.';
const unknownIsRefused = 'An item that the catalogue does not have is refused.';

/** What careless backends take for a token: they look it up in an object, or write "null" for none. */
const wrongTokens = ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''];

/** Its signature, where it has one, no longer fits: a sign in the middle of the last part is another. */
function forge(token: string): string {
  const at = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}

/** The operations that need a token: how their journeys' ids begin, what they do, and what a shopper meets where they do not. */
export const secured: Record<string, [name: string, call: string, shopper: string]> = {
  getCart: ['cart', 'The cart', 'A cart that belongs to nobody, in place of the request to log in.'],
  addToCart: ['add', 'Adding', 'Told that an item was added, although nothing was.'],
  removeFromCart: ['remove', 'Removing', 'A removal that seems to have worked and did nothing.'],
};

const refusedTokens = (
  operationId: string,
  what: string,
  shopper: string,
  tokens: (string | undefined)[],
): Story => ({
  summary: `${what} is refused.`,
  contract: tokenNeeded,
  shopper,
  async run({ call, catalogue: { item } }) {
    for (const token of tokens) expectRefused(await call(operationId, { body: { itemId: item._id }, token }));
  },
});

export const cartJourneys: Stories = {
  emptyCart: {
    summary: "A new shopper's cart is an empty list.",
    contract: 'The cart lines; an empty list when the cart is empty.',
    shopper: 'A new cart that fails, or has lines already.',
    run: play('ada looks'),
  },
  add: {
    summary: 'An added item is in the cart, with its name, its price and the quantity.',
    contract: adds,
    shopper: 'The item they added is missing, or shows a wrong name, price or quantity.',
    needs: ['emptyCart'],
    run: play('ada adds 2 item, ada looks'),
  },
  cartIsNotKept: {
    summary: 'Nothing on the way may keep a cart.',
    contract: 'Nothing on the way to the store may keep an answer.',
    shopper: 'The cart from before their last removal, or that of somebody else.',
    needs: ['emptyCart', 'add'],
    async run({ signup, catalogue }) {
      const ada = await signup();
      expectNotKept(await ada.cart());
      await ada.add(catalogue.item._id, 1);
      expectNotKept(await ada.cart());
    },
  },
  addDefaultQuantity: {
    summary: 'An item added without a quantity is in the cart once.',
    contract: 'Pieces to add; 1 when left out.',
    shopper: 'A wrong quantity in the cart, or an item that cannot be added.',
    needs: ['add'],
    run: play('ada adds item, ada looks'),
  },
  addTwice: {
    summary: 'Adding an item again adds up.',
    contract: adds,
    shopper: 'The second press on Add to Cart is lost, or shows as a line of its own.',
    needs: ['add'],
    run: play('ada adds 2 item, ada adds 3 item, ada looks'),
  },
  twoItems: {
    summary: 'Two items are two lines, each with its quantity.',
    contract: adds,
    shopper: 'Adding one item loses or changes another.',
    needs: ['add'],
    run: play('ada adds 2 item, ada adds 1 other, ada looks'),
  },
  manyItems: {
    summary: 'A dozen items are in the cart, with the names and prices of the list.',
    contract: 'The part of an item that a cart line shows.',
    shopper: 'Some items cannot be added, or show a wrong name or price.',
    needs: ['add', 'twoItems', 'items'],
    async run({ signup, catalogue }) {
      const ada = await signup();
      for (const { _id } of catalogue.rows.slice(0, 12)) await ada.add(_id, 1);
      await ada.look();
    },
  },
  remove: {
    summary: 'Removing an item removes its whole line and leaves the others.',
    contract: removes,
    shopper: 'Remove does nothing, takes one piece only, or takes other items along.',
    needs: ['twoItems'],
    run: play('ada adds 2 item, ada adds 1 other, ada removes item, ada looks'),
  },
  removeThenAdd: {
    summary: 'A removed item that is added again starts anew.',
    contract: adds,
    shopper: 'What they removed comes back, or cannot be added any more.',
    needs: ['remove'],
    run: play('ada adds 2 item, ada removes item, ada looks, ada adds 1 item, ada looks', {
      reason: 'The removed line was kept, with its quantity.',
    }),
  },
  removeWhatIsNotThere: {
    summary: 'Removing an item without a line changes nothing.',
    contract: 'When the item has no line, the cart stays as it is; answer with 2xx or 4xx.',
    shopper: 'Removing a line that another tab removed before breaks the cart.',
    needs: ['add'],
    async run({ signup, call, catalogue: { item, other } }) {
      const ada = await signup();
      await ada.add(other._id, 1);
      expectAnswered(await call('removeFromCart', { token: ada.token, body: { itemId: item._id } }));
      await ada.look();
    },
  },
  secondShopper: {
    level: 'unsafe',
    summary: 'A second shopper sees an empty cart of their own.',
    contract: ownCart,
    shopper: "Somebody else's cart.",
    needs: ['emptyCart', 'add'],
    run: play('ada adds 2 item, bob looks', {
      reason: "The line belongs to the first shopper: the cart is not looked up by the token's holder.",
    }),
  },
  removeIsOwn: {
    level: 'unsafe',
    summary: "A removal leaves other shoppers' carts alone.",
    contract: removes,
    shopper: 'Items disappear from their cart when somebody else removes the same item.',
    needs: ['secondShopper', 'remove'],
    run: play(
      'ada enters, bob enters, ada adds 2 item, bob adds 3 item, bob adds 1 other, ada removes item, ada looks, bob looks',
      { reason: 'The removal asks for the item and not for its cart.' },
    ),
  },
  threeShoppers: {
    level: 'unsafe',
    summary: 'Three shoppers who add and remove in turn each get what they did.',
    contract: ownCart,
    shopper: "What others do shows in one's cart.",
    needs: ['secondShopper', 'removeIsOwn', 'addTwice', 'removeThenAdd'],
    run: play(
      'ada enters, bob enters, eve enters, ada adds 1 item, bob adds 2 other, eve adds 3 item, ada adds 4 other, ' +
        'bob removes other, eve adds 2 item, bob adds 6 item, ada removes item, eve adds 7 other, ' +
        'ada looks, bob looks, eve looks',
    ),
  },
  sameCartAfterLogin: {
    level: 'unsafe',
    summary: 'What a shopper added is still there after the next login.',
    contract: sameCart,
    shopper: 'An empty cart after logging in again.',
    needs: ['login', 'add'],
    run: play('ada adds 2 item, ada/again looks'),
  },
  twoDevices: {
    summary: 'Two devices of a shopper show one cart and both can change it.',
    contract: sameCart,
    shopper: 'The phone shows another cart than the laptop.',
    needs: ['sameCartAfterLogin', 'secondDevice', 'addTwice', 'remove'],
    run: play(
      'ada enters, ada/laptop enters, ada adds 1 item, ada/laptop adds 2 item, ada/laptop adds 1 other, ' +
        'ada looks, ada removes item, ada/laptop looks',
    ),
  },
  unknownItem: {
    summary: 'Adding an item that does not exist is refused, and the cart stays as it is.',
    contract: unknownIsRefused,
    shopper: 'An item that nobody sells goes into the cart, which is empty or fails from then on.',
    needs: ['emptyCart'],
    run: refuses('addToCart', ({ catalogue }) => [{ itemId: catalogue.unknownId }]),
  },
  unlikelyItem: {
    level: 'strict',
    summary: 'An id that is a word of the programming language is an unknown item like any other.',
    contract: unknownIsRefused,
    shopper: 'Nothing: the store sends only ids that it was given.',
    needs: ['unknownItem'],
    run: refuses(
      'addToCart',
      ['constructor', '__proto__', "' OR 1=1 --", '../items', 'é'].map((itemId) => ({ itemId })),
    ),
  },
  ...Object.fromEntries(
    Object.entries(secured).flatMap(([operationId, [name, call, shopper]]): [string, Story][] => [
      [`${name}WithoutToken`, refusedTokens(operationId, `${call} without a token`, shopper, [undefined])],
      [
        `${name}WithWrongToken`,
        {
          ...refusedTokens(operationId, `${call} with a wrong token`, shopper, wrongTokens),
          level: 'unsafe',
          needs: [`${name}WithoutToken`],
        },
      ],
    ]),
  ),
  forgedToken: {
    level: 'unsafe',
    summary: 'A token of which one sign was changed is refused.',
    contract: tokenNeeded,
    shopper: 'Anybody can write a token for their account.',
    needs: ['cartWithWrongToken'],
    async run({ signup, call }) {
      const { token } = await signup();
      const reason = 'The token is read without checking its signature.';
      expectRefused(await call('getCart', { token: forge(token) }), reason);
    },
  },
};
