import { isSuccess } from '../judge/exchange.ts';
import { FOREIGN_REMOVAL, type Shop, Shopper } from '../judge/shop.ts';
import { test } from './journey.ts';

/** Declares a journey of a new shopper, Ada. At its end, her cart must be what she added and removed. */
function testCart(name: string, shopping: (ada: Shopper, shop: Shop) => Promise<unknown>) {
  test(name, async (shop) => {
    const ada = await shop.signup();
    await shopping(ada, shop);
    await ada.expectCart();
  });
}

testCart('add: Added items are in the cart, with names, prices and quantities', async (ada, shop) => {
  // A careless backend finds the line of p10 when it looks for p1.
  await ada.add(shop.other, 1);
  await ada.add(shop.item, 2);
});

testCart('addDefaultQuantity: An item added without a quantity is in the cart once', (ada, shop) =>
  ada.add(shop.item),
);

testCart('addTwice: Adding an item again increases its quantity', async (ada, { item }) => {
  await ada.add(item, 1);
  await ada.expectCart();
  await ada.add(item, 1);
});

testCart('manyItems: A cart holds its items, with the names and prices of the list', async (ada, shop) => {
  for (const item of shop.catalogue.items.slice(0, 40)) await ada.add(item, 1);
});

testCart('manyPieces: A large quantity is refused, or in the cart in full', async (ada, { item }) => {
  for (const quantity of [6, 12, 30, 100, 200, 40_000]) await ada.tryToAdd({ itemId: item._id, quantity });
});

testCart('remove: A removal removes a whole line for good, and only that line', async (ada, shop) => {
  await ada.add(shop.item, 2);
  await ada.add(shop.other, 1);
  await ada.expectCart();
  await ada.remove(shop.item);
  await ada.expectCart();
  await ada.remove(shop.other);
  // A line that was only marked as removed comes back with its quantity.
  await ada.add(shop.item, 1);
});

testCart(
  'removeAgain @unsafe: Removing an item without a line may be refused, and changes nothing',
  async (ada, shop) => {
    await ada.add(shop.other, 1);
    await ada.remove(shop.item);
  },
);

testCart('secondShopper: Each shopper sees and changes only their own cart', async (ada, shop) => {
  const { signup, item, other } = shop;
  // Before the addition, because the kit empties the carts of existing accounts.
  const bob = await signup();
  await ada.add(item, 1);
  await bob.expectCart();
  await bob.add(item, 1);
  await bob.add(other, 1);
  await bob.expectCart();
  await ada.expectCart();
  await ada.remove(item);
  await bob.expectCart(FOREIGN_REMOVAL);
});

testCart('twoDevices: Every login opens the same cart, and all devices change it', async (phone, shop) => {
  const { device, item, other } = shop;
  await phone.add(item, 2);
  await phone.add(other, 1);
  await phone.remove(other);
  const laptop = await device(phone);
  await laptop.expectCart();
  await laptop.add(item, 1);
  await laptop.add(other, 1);
  await phone.expectCart();
  await phone.remove(item);
  await laptop.expectCart();
});

/** Not a part of `twoDevices`: a backend may end the oldest of three sessions. */
testCart(
  'emailInCapitals: A login with the email in capitals is refused, or opens the same cart',
  async (ada, shop) => {
    await ada.add(shop.item, 2);
    const login = await shop.tryToLogIn({ ...ada.account, email: ada.account.email.toUpperCase() });
    if (isSuccess(login)) await new Shopper(shop, login, ada.account, ada.expected).expectCart();
  },
);

testCart('longVisit: The cart is right after many additions and removals', async (ada, { catalogue }) => {
  const items = catalogue.items.slice(0, 4);
  for (let round = 0; round < 4; round++) {
    for (const item of items) await ada.add(item, 1);
    await ada.expectCart();
    for (const item of items.toReversed()) await ada.remove(item);
    await ada.expectCart();
  }
});

testCart('priceIsTheShops @unsafe: A price in an addition changes nothing', async (ada, { item }) => {
  const addition = { itemId: item._id, quantity: 2 };
  const price = item.price === 0.01 ? 0.02 : 0.01;
  const name = 'Contract Test';
  const fields = { price, unitPrice: price, total: 0, item: { _id: item._id, name, price }, name };
  if (isSuccess(await ada.tryToAdd({ ...addition, ...fields }))) return;
  // One field may be why all were refused. Decimal numbers often travel as text.
  const attempts = [...Object.entries(fields), ['price', `${price}`] as const];
  for (const [field, value] of attempts) await ada.tryToAdd({ ...addition, [field]: value });
});

testCart('quantityIsANumber @strict: A quoted quantity is refused or read as a number', async (ada, shop) => {
  await ada.tryToAdd({ itemId: shop.item._id, quantity: '2' });
  await ada.expectNoWrongQuantity();
});

test('hugeQuantity @strict: A huge quantity is refused, or the cart still opens', async (shop) => {
  for (const quantity of [1e308, 2 ** 53 - 1, 2 ** 31 - 1]) {
    const ada = await shop.signup();
    // Two additions overflow a signed 32-bit integer, three an unsigned one.
    for (let time = 0; time < 3; time++) {
      await ada.tryToAdd({ itemId: shop.item._id, quantity });
      await ada.expectNoWrongQuantity();
      await ada.openCart();
    }
  }
});
