import { type Broken, fault, faults, manyProducts, meet } from '../fault.ts';
import { type GoodBackend, isText, refuse } from '../goodBackend.ts';

type Cart = Map<string, number>;

/** Reads the cart, lets other calls come, and then removes. */
const removingLate =
  (remove: (cart: Cart, before: string[], itemId: string) => void) => (shop: GoodBackend) => {
    shop.remove = async ({ fields: { itemId } }, { cart }) => {
      if (!isText(itemId)) return refuse(400);
      const before = [...cart.keys()];
      await meet();
      remove(cart, before, itemId);
      return { status: 204 };
    };
  };

export const remove: Broken[] = [
  fault('A removal is refused with 401', { finds: 'breaks remove', saysNot: /refused at first/ }, (shop) =>
    shop.before('POST /cart/remove', () => refuse(401)),
  ),
  fault('Removing takes one piece', 'breaks remove', {
    removeLine: (cart, itemId) => {
      const left = (cart.get(itemId) ?? 0) - 1;
      return left > 0 ? Boolean(cart.set(itemId, left)) : cart.delete(itemId);
    },
  }),
  fault('Removing p1 also removes p10 and p11', 'breaks remove', {
    products: manyProducts,
    removeLine: (cart, itemId) => {
      const similar = [...cart.keys()].filter((own) => own.startsWith(itemId));
      return similar.map((own) => cart.delete(own)).length > 0;
    },
  }),
  fault('Removing an item also removes items of the same name', 'breaks remove', (shop) => {
    shop.products = shop.products.map((item) => ({ ...item, name: item.name.replace('Black', 'Green') }));
    shop.removeLine = (cart, itemId) => {
      const name = shop.findProduct(itemId)?.name;
      return shop.products.filter((item) => item.name === name && cart.delete(item._id)).length > 0;
    };
  }),
  fault('Removing an item without a line removes another one', 'unsafe removeAgain', {
    removeLine: (cart, itemId) => cart.delete(cart.has(itemId) ? itemId : ([...cart.keys()].at(-1) ?? '')),
  }),
  fault(
    'Removing the last line fails with 500',
    { finds: 'breaks POST /cart/remove', findings: 1, heads: 'remove' },
    {
      removeLine: (cart, itemId) => {
        if (cart.delete(itemId) && cart.size === 0) throw new Error('concurrent modification');
        return true;
      },
    },
  ),
  fault('Removing an item without a line fails with 500', 'strict removeAgain', {
    removeLine: (cart, itemId) => {
      if (!cart.delete(itemId)) throw new Error('no such line');
      return true;
    },
  }),
  fault(
    "Removing takes the item out of other shoppers' carts",
    { finds: 'breaks secondShopper', findings: 1, cause: /removal by one shopper/ },
    (shop) => {
      shop.removeLine = (cart, itemId) => {
        for (const user of shop.users.values()) if (user.cart !== cart) user.cart.delete(itemId);
        return cart.delete(itemId);
      };
    },
  ),
  fault("A removal takes the named shopper's line", 'unsafe ownerIsTheTokens', (shop, { remove }) => {
    shop.remove = (call, user) => remove(call, shop.findUser(`${call.fields.user}`) ?? user);
  }),
  ...faults('unsafe removalMeetsAddition', {
    'A removal next to an addition loses the addition': removingLate((cart, before, itemId) => {
      for (const own of cart.keys()) if (!before.includes(own) || own === itemId) cart.delete(own);
    }),
  }),
  ...faults('unsafe removalsMeet', {
    'Two removals at the same moment: one takes another line at the same place': removingLate(
      (cart, before, itemId) => cart.delete([...cart.keys()][before.indexOf(itemId)] ?? ''),
    ),
  }),
];
