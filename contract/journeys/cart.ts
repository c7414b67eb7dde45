import { expectNotKept } from '../expect.ts';
import { adds, play, removes, type Stories, sameCart } from './journey.ts';

const ownCart = "Lists the lines of the caller's cart, one line an item; no other shopper sees them.";
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
    run: play('ada adds 2 item, ada looks'),
  },
  cartIsNotKept: {
    summary: 'Nothing on the way may keep a cart.',
    contract: 'Nothing on the way to the store may keep an answer.',
    shopper: 'The cart from before their last removal, or that of somebody else.',
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
    run: play('ada adds item, ada looks'),
  },
  addTwice: {
    summary: 'Adding an item again adds up.',
    contract: adds,
    shopper: 'The second press on Add to Cart is lost, or shows as a line of its own.',
    run: play('ada adds 2 item, ada adds 3 item, ada looks'),
  },
  twoItems: {
    summary: 'Two items are two lines, each with its quantity.',
    contract: adds,
    shopper: 'Adding one item loses or changes another.',
    run: play('ada adds 2 item, ada adds 1 other, ada looks'),
  },
  manyItems: {
    summary: 'A dozen items are in the cart, with the names and prices of the list.',
    contract: 'The part of an item that a cart line shows.',
    shopper: 'Some items cannot be added, or show a wrong name or price.',
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
    run: play('ada adds 2 item, ada adds 1 other, ada removes item, ada looks'),
  },
  removeThenAdd: {
    summary: 'A removed item that is added again starts anew.',
    contract: adds,
    shopper: 'What they removed comes back, or cannot be added any more.',
    run: play('ada adds 2 item, ada adds 1 other, ada removes item, ada looks, ada adds 1 item, ada looks', {
      reason: 'The removed line was kept, with its quantity.',
    }),
  },
  removeWhatIsNotThere: {
    summary: 'Removing an item without a line changes nothing.',
    contract: 'When the item has no line, the cart stays as it is; answer with 2xx or 4xx.',
    shopper: 'Removing a line that another tab removed before breaks the cart.',
    run: play('ada adds 1 other, ada removes item, ada looks'),
  },
  secondShopper: {
    level: 'unsafe',
    summary: 'A second shopper sees an empty cart of their own.',
    contract: ownCart,
    shopper: "Somebody else's cart.",
    run: play('ada adds 2 item, bob looks', {
      reason: "The line belongs to the first shopper: the cart is not looked up by the token's holder.",
    }),
  },
  removeIsOwn: {
    level: 'unsafe',
    summary: "A removal leaves other shoppers' carts alone.",
    contract: removes,
    shopper: 'Items disappear from their cart when somebody else removes the same item.',
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
    run: play('ada adds 2 item, ada/again looks'),
  },
  twoDevices: {
    summary: 'Two devices of a shopper show one cart and both can change it.',
    contract: sameCart,
    shopper: 'The phone shows another cart than the laptop.',
    run: play(
      'ada enters, ada/laptop enters, ada adds 1 item, ada/laptop adds 2 item, ada/laptop adds 1 other, ' +
        'ada looks, ada removes item, ada/laptop looks',
    ),
  },
};
