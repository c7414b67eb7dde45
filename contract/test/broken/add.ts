import {
  type Broken,
  type Change,
  fault,
  faults,
  findById,
  manyProducts,
  meet,
  replying,
  showIds,
} from '../fault.ts';
import { type GoodBackend, isText, type Product, refuse } from '../goodBackend.ts';

const route = 'POST /cart/add';

/** Accepts more quantities. */
const accepted = (isAccepted: (quantity: number) => boolean) => (shop: GoodBackend) => {
  shop.isQuantity = (quantity): quantity is number =>
    typeof quantity === 'number' &&
    (isAccepted(quantity) || (quantity > 0 && quantity < 1e4 && quantity % 1 === 0));
};

const cap = (most: number): Change => ({
  addLine: (cart, itemId, quantity) => cart.set(itemId, Math.min(most, (cart.get(itemId) ?? 0) + quantity)),
});

/** The cart of a shopper does not open after an unknown item, whose addition has this status. */
const breakingCart = (status: number) => (shop: GoodBackend) => {
  const { add, cart } = shop;
  const broken = new Set<unknown>();
  shop.add = (call, user) => {
    if (shop.findProduct(`${call.fields.itemId}`)) return add(call, user);
    broken.add(user);
    return { status };
  };
  shop.cart = (call, user) => (broken.has(user) ? { status: 500 } : cart(call, user));
};

export const add: Broken[] = [
  fault('Adding is redirected to itself', 'breaks add', {
    add: () => ({ status: 307, headers: { location: '/api/cart/add' } }),
  }),
  ...faults('breaks addDefaultQuantity', {
    'The quantity must be given': replying(route, 400, ({ fields }) => !fields.quantity),
  }),
  ...faults('breaks manyPieces', {
    'Quantities above 5 become 5': cap(5),
    'Quantities above 32,767 become 32,767': (shop) => {
      accepted((quantity) => Number.isInteger(quantity) && quantity > 0)(shop);
      Object.assign(shop, cap(32_767));
    },
  }),
  fault(
    'An addition above the stock is refused with 200 {"error": "sold out"}',
    { finds: 'breaks manyPieces', says: /Refusals have the status 200/ },
    (shop, { add }) => {
      const refusal = { status: 200, body: { error: 'sold out' } };
      shop.add = (call, user) => (Number(call.fields.quantity) > 50 ? refusal : add(call, user));
    },
  ),
  fault('Adding again is refused', 'breaks addTwice', (shop, { add }) => {
    shop.add = (call, user) =>
      user.cart.has(`${call.fields.itemId}`) ? refuse(409, 'already in the cart: limit 1') : add(call, user);
  }),
  fault('A second item is refused', 'breaks add', (shop, { add }) => {
    shop.add = (call, user) =>
      [...user.cart.keys()].some((own) => own !== call.fields.itemId)
        ? refuse(409, 'out of stock')
        : add(call, user);
  }),
  fault('Adding again replaces the quantity', 'breaks addTwice', {
    addLine: (cart, itemId, quantity) => cart.set(itemId, quantity),
  }),
  fault('An addition finds the line by the beginning of the id', 'breaks add', (shop, { addLine }) => {
    shop.products = manyProducts;
    shop.addLine = (cart, itemId, quantity) =>
      addLine(cart, [...cart.keys()].find((own) => own.startsWith(itemId)) ?? itemId, quantity);
  }),
  fault('Every 10th addition is lost', 'breaks longVisit', (shop, { addLine }) => {
    let additions = 0;
    shop.addLine = (cart, itemId, quantity) => {
      additions += 1;
      if (additions % 10) addLine(cart, itemId, quantity);
    };
  }),
  fault(
    'The case of letters in an id does not count',
    { finds: 'breaks add', flags: ['--only', 'secondShopper'], saysNot: /another shopper/ },
    (shop) => {
      const ids: Record<string, string> = { p1: 'x7Kd', p2: 'x7kd' };
      shop.products = shop.products.map((product) => ({ ...product, _id: ids[product._id] ?? product._id }));
      shop.edit(route, ({ fields }) => {
        if (fields.itemId === 'x7Kd') fields.itemId = 'x7kd';
      });
    },
  ),
  ...faults('strict unusualItem', {
    'The beginning of an id decides which item it is': (shop) => {
      shop.edit(route, ({ fields }) => {
        fields.itemId = shop.products.find(({ _id }) => `${fields.itemId}`.startsWith(_id))?._id;
      });
    },
    'The last letter of an id may be missing': (shop) => {
      shop.edit(route, ({ fields }) => {
        fields.itemId =
          shop.products.find(({ _id }) => _id.slice(0, -1) === fields.itemId)?._id ?? fields.itemId;
      });
    },
    'Ids are compared as numbers': (shop) => {
      shop.products = shop.products.map((product, i) => ({ ...product, _id: `${1000 + i}` }));
      shop.edit(route, ({ fields }) => {
        if (isText(fields.itemId) && Number(fields.itemId)) fields.itemId = `${Number(fields.itemId)}`;
      });
    },
    'Names of object properties are items': replying(route, 204, ({ fields }) => `${fields.itemId}` in {}),
  }),
  ...faults('strict addToCartWithWrongQuantity', {
    'Adding "many" is accepted': replying(route, 204, ({ fields }) => typeof fields.quantity === 'string'),
    'A quantity of 1.5 is accepted': accepted((quantity) => quantity % 1 !== 0),
  }),
  fault('A refused quantity adds one piece', 'strict addToCartWithWrongQuantity', (shop, { add }) => {
    shop.add = (call, user) => {
      const { itemId, quantity } = call.fields;
      if (quantity === 'many') shop.addLine(user.cart, `${itemId}`, 1);
      return add(call, user);
    };
  }),
  ...faults('unsafe addToCartWithWrongQuantity', {
    'A quantity of −1 is accepted': accepted((quantity) => quantity < 0),
    'A quantity of 0 is accepted': accepted((quantity) => quantity === 0),
  }),
  fault(
    'Quantities add up to more than a number holds',
    'strict hugeQuantity',
    accepted((quantity) => quantity > 1e300),
  ),
  fault('A sum of more than 31 bits is negative', 'unsafe hugeQuantity', (shop) => {
    accepted((quantity) => quantity < 2 ** 31)(shop);
    shop.addLine = (cart, itemId, quantity) => cart.set(itemId, ((cart.get(itemId) ?? 0) + quantity) | 0);
  }),
  fault(
    'A sum of more than 32 bits breaks all carts',
    { finds: 'unsafe hugeQuantity', findings: 1 },
    (shop, { cart }) => {
      accepted((quantity) => quantity < 2 ** 32)(shop);
      const isTooLarge = (quantity: number) => quantity >= 2 ** 32;
      shop.cart = (call, user) => {
        const isBroken = [...shop.users.values()].some((each) => [...each.cart.values()].some(isTooLarge));
        return isBroken ? { status: 0 } : cart(call, user);
      };
    },
  ),
  fault('Quantities in quotes are joined as text', 'unsafe quantityIsANumber', {
    isQuantity: (quantity): quantity is number => /^[1-9]\d{0,3}$/.test(`${quantity}`),
  }),
  fault('An addition goes into the cart of the named shopper', 'unsafe ownerIsTheTokens', (shop, { add }) => {
    showIds(shop);
    shop.add = (call, user) => add(call, findById(shop, call.fields.userId) ?? user);
  }),
  fault(
    'An addition of an unknown item fails, and then the cart does not open',
    { finds: 'breaks unknownItem', says: /GET \/cart/ },
    breakingCart(500),
  ),
  fault(
    'An addition of an unknown item is accepted, and then the cart does not open',
    { finds: 'breaks unknownItem', says: /not in the list/ },
    breakingCart(204),
  ),
  fault(
    'An addition of an unknown item fails, and no cart opens',
    { finds: 'strict unknownItem', says: /any status from 400/ },
    (shop) => {
      breakingCart(500)(shop);
      shop.cart = () => ({ status: 500 });
    },
  ),
  fault('An addition takes the item out of the carts of others', 'breaks secondShopper', (shop, { add }) => {
    shop.add = (call, user) => {
      for (const each of shop.users.values()) if (each !== user) each.cart.delete(`${call.fields.itemId}`);
      return add(call, user);
    };
    shop.onReply((_reply, call) => (call.route === 'POST /cart/remove' ? { status: 204 } : undefined));
  }),
  fault(
    'An addition makes a line of its own, with the price that it gives in quotes',
    { finds: 'unsafe priceIsTheShops', says: /price 0\.01/ },
    (shop, { showCart, showLine }) => {
      let last: string | undefined;
      shop.before(route, ({ fields: { price = last } }) => {
        if (price !== undefined && !isText(price)) return refuse(400);
        last = price;
      });
      shop.showLine = (product, quantity) =>
        showLine({ ...product, price: Number(last ?? product.price) }, quantity);
      shop.showCart = (cart) => [cart, cart].flatMap((half) => showCart(half));
    },
  ),
  fault(
    'Of two simultaneous additions to a line, one is lost',
    { finds: 'unsafe devicesMeet', findings: 1, flags: ['--only', 'devicesMeet,shoppersMeet'] },
    {
      async addLine(cart, itemId, quantity) {
        const before = cart.get(itemId);
        // An atomic insertion, and a change that reads before it writes.
        if (before !== undefined) await meet();
        cart.set(itemId, (before ?? 0) + quantity);
      },
    },
  ),
  fault(
    'Of two simultaneous additions that begin a line, one is lost, but not in the first round',
    { finds: 'unsafe devicesMeet', findings: 1, flags: ['--only', 'devicesMeet'] },
    (shop) => {
      let lines = 0;
      shop.addLine = async (cart, itemId, quantity) => {
        const before = cart.get(itemId);
        if (before === undefined && ++lines > 2) await meet();
        cart.set(itemId, (before ?? 0) + quantity);
      };
    },
  ),
  fault(
    'Two simultaneous additions that begin a line make two lines, and a removal takes one of them',
    { finds: 'unsafe devicesMeet', findings: 1, flags: ['--only', 'devicesMeet,shoppersMeet'] },
    (shop, { showCart }) => {
      const second = new WeakMap<object, Set<string>>();
      const secondOf = (cart: object) => second.get(cart) ?? new Set<string>();
      shop.addLine = async (cart, itemId, quantity) => {
        const isNew = !cart.has(itemId);
        await meet();
        if (isNew && cart.has(itemId)) second.set(cart, secondOf(cart).add(itemId));
        cart.set(itemId, (cart.get(itemId) ?? 0) + quantity);
      };
      shop.removeLine = (cart, itemId) => secondOf(cart).delete(itemId) || cart.delete(itemId);
      shop.showCart = (cart) =>
        (showCart(cart) as { item: Product }[]).flatMap((line) =>
          secondOf(cart).has(line.item._id) ? [line, line] : [line],
        );
    },
  ),
  fault(
    'Two simultaneous additions of a new shopper make two carts',
    { finds: 'unsafe devicesMeet', findings: 1, flags: ['--only', 'devicesMeet,shoppersMeet'] },
    (shop, { add, cart }) => {
      const known = new Set<object>();
      shop.cart = (call, user) => {
        known.add(user);
        return cart(call, user);
      };
      shop.add = async (call, user) => {
        const isNew = !known.has(user);
        await meet();
        known.add(user);
        if (isNew) user.cart = new Map();
        return add(call, user);
      };
    },
  ),
  fault(
    'Additions of shoppers at the same moment go into one cart',
    'unsafe shoppersMeet',
    (shop, { add }) => {
      let current = '';
      shop.add = async (call, user) => {
        current = call.token ?? '';
        await meet();
        return add(call, shop.findSession(current) ?? user);
      };
    },
  ),
  fault(
    'The first of several simultaneous additions fails with 500',
    { finds: 'unsafe devicesMeet', says: /after simultaneous calls/ },
    (shop, { add }) => {
      let running = 0;
      shop.add = async (call, user) => {
        const place = ++running;
        await meet();
        const isFailing = place === 1 && running > 2;
        await meet();
        running = 0;
        return isFailing ? refuse(500) : add(call, user);
      };
    },
  ),
  fault('One addition stops the server', 'unsafe POST /cart/add', (shop) => {
    let isDown = false;
    shop.edit(route, ({ fields: { quantity } }) => {
      isDown ||= typeof quantity === 'string';
    });
    shop.onReply(() => (isDown ? { status: 0 } : undefined));
  }),
];
