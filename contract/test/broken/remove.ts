import { type Broken, fault, meet } from '../fault.ts';
import { refuse } from '../goodBackend.ts';

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
  fault('A line that was removed comes back with its quantity', 'breaks remove', (shop, { addLine }) => {
    const removed = new Map<unknown, number>();
    shop.removeLine = (cart, itemId) => {
      removed.set(cart, cart.get(itemId) ?? 0);
      return cart.delete(itemId);
    };
    shop.addLine = (cart, itemId, quantity) =>
      addLine(cart, itemId, quantity + (cart.has(itemId) ? 0 : (removed.get(cart) ?? 0)));
  }),
  fault('Removing compares ids as numbers', 'breaks remove', (shop) => {
    const ids: Record<string, string> = { p2: '4100', p5: '41e2' };
    shop.products = shop.products.map((item) => ({ ...item, _id: ids[item._id] ?? item._id }));
    shop.removeLine = (cart, itemId) =>
      [...cart.keys()].filter((own) => (own === itemId || Number(own) === Number(itemId)) && cart.delete(own))
        .length > 0;
  }),
  fault('Removing an item without a line removes another one', 'unsafe removeAgain', {
    removeLine: (cart, itemId) => cart.delete(cart.has(itemId) ? itemId : ([...cart.keys()].at(-1) ?? '')),
  }),
  fault('Removing the last line fails with 500', 'breaks remove', {
    removeLine: (cart, itemId) => {
      if (cart.delete(itemId) && cart.size === 0) throw new Error('concurrent modification');
      return true;
    },
  }),
  fault('Removing an item without a line fails with 500', 'strict removeAgain', {
    removeLine: (cart, itemId) => {
      if (!cart.delete(itemId)) throw new Error('no such line');
      return true;
    },
  }),
  fault(
    'Every cart loses the item',
    { finds: 'breaks secondShopper', says: /removal by one shopper/ },
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
  fault('A removal loses a simultaneous addition', 'unsafe removalsMeet', {
    async removeLine(cart, itemId) {
      const before = [...cart.keys()];
      await meet();
      for (const own of cart.keys()) if (!before.includes(own)) cart.delete(own);
      return cart.delete(itemId);
    },
  }),
  fault('Two removals at the same moment: one takes another line at the same place', 'unsafe removalsMeet', {
    async removeLine(cart, itemId) {
      const place = [...cart.keys()].indexOf(itemId);
      await meet();
      cart.delete([...cart.keys()][place] ?? '');
      return true;
    },
  }),
];
