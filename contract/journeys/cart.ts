import type { Item } from '../judge/catalogue.ts';
import { expectNotCached } from '../judge/expect.ts';
import { OutOfStock, Skip } from '../judge/failure.ts';
import { test } from './journey.ts';

test("emptyCart: A new shopper's cart is an empty list", async ({ signup }) => {
  const ada = await signup();
  await ada.expectCart();
});

test('add: An added item is in the cart, with its name, its price and the quantity', async (shop) => {
  const { signup, item } = shop;
  const ada = await signup();
  await ada.add(item, 2);
  await ada.expectCart();
});

test('cartIsNotKept: Nothing on the way may cache a cart', async ({ signup, item }) => {
  const ada = await signup();
  expectNotCached(await ada.openCart());
  await ada.add(item, 1);
  expectNotCached(await ada.openCart());
});

test('addDefaultQuantity: An item added without a quantity is in the cart once', async ({ signup, item }) => {
  const ada = await signup();
  await ada.add(item);
  await ada.expectCart();
});

test('addTwice: Adding an item again adds up', async ({ signup, item }) => {
  const ada = await signup();
  await ada.add(item, 1);
  await ada.add(item, 1);
  await ada.expectCart();
});

test('twoItems: Two items are two lines, each with its quantity', async ({ signup, item, other }) => {
  const ada = await signup();
  await ada.add(item, 2);
  await ada.add(other, 1);
  await ada.expectCart();
});

test('manyItems: Up to 40 items are in the cart, with the names and prices of the list', async (shop) => {
  const { signup, sellable } = shop;
  const ada = await signup();
  let unexplained = 0;
  for (const item of sellable.slice(0, 40)) {
    try {
      await ada.add(item, 1);
    } catch (error) {
      // Some items may be sold out, and a cart may have a limit that the backend explains.
      if (!(error instanceof OutOfStock)) throw error;
      if (!error.reason && ++unexplained > 3) throw error.failure;
    }
  }
  await ada.expectCart();
});

test('manyPieces: Many pieces of an item are refused, or all in the cart', async ({ signup, item }) => {
  const ada = await signup();
  for (const quantity of [6, 12, 30, 100, 200]) await ada.tryToAdd({ itemId: item._id, quantity });
  await ada.expectCart();
});

test('remove: Removing an item removes its whole line and leaves the others', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  await ada.add(item, 2);
  await ada.add(other, 1);
  await ada.expectCart();
  await ada.remove(item);
  await ada.expectCart();
});

test('removeThenAdd: A removed item that is added again starts from zero', async ({
  signup,
  item,
  other,
}) => {
  const ada = await signup();
  await ada.add(item, 2);
  await ada.add(other, 1);
  await ada.expectCart();
  await ada.remove(item);
  await ada.expectCart();
  await ada.add(item, 1);
  await ada.expectCart();
});

test('removeWhatIsNotThere: Removing an item without a line changes nothing', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  await ada.add(other, 1);
  await ada.expectCart();
  await ada.remove(item);
  await ada.expectCart();
});

test('similarIds: Items whose ids begin alike keep their own lines', async ({ signup, items }) => {
  // Comparing thousands of ids takes too long.
  const some = items.slice(0, 500);
  const isPart = (short: Item) => (long: Item) => long !== short && long._id.startsWith(short._id);
  const short = some.find((item) => some.some(isPart(item)));
  const long = short && some.find(isPart(short));
  if (!long) throw new Skip('no id of the catalogue is the beginning of another', false);
  const ada = await signup();
  await ada.add(long, 1);
  await ada.add(short, 2);
  await ada.expectCart();
  await ada.remove(short);
  await ada.expectCart();
});

test('sameNames: Items of the same name keep their own lines', async ({ signup, items }) => {
  // Comparing thousands of names takes too long.
  const some = items.slice(0, 500);
  const isTwin = (one: Item) => (two: Item) => two !== one && two.name === one.name;
  const original = some.find((item) => some.some(isTwin(item)));
  const twin = original && some.find(isTwin(original));
  if (!twin) throw new Skip('no two items of the catalogue have the same name', false);
  const ada = await signup();
  await ada.add(original, 1);
  await ada.add(twin, 1);
  await ada.remove(original);
  await ada.expectCart();
});

test('secondShopper @unsafe: A second shopper sees an empty cart of their own', async ({ signup, item }) => {
  const ada = await signup();
  await ada.add(item, 2);
  const bob = await signup();
  await bob.expectCart();
});

test("removeIsOwn @unsafe: A removal leaves other shoppers' carts alone", async ({ signup, item, other }) => {
  const ada = await signup();
  const bob = await signup();
  await ada.add(item, 1);
  await bob.add(item, 1);
  await bob.add(other, 1);
  await ada.remove(item);
  await ada.expectCart();
  await bob.expectCart();
});

test('threeShoppers @unsafe: Three shoppers who add and remove in turn each get what they did', async (shop) => {
  const { signup, item, other } = shop;
  const ada = await signup();
  const bob = await signup();
  const eve = await signup();
  await ada.add(item, 1);
  await bob.add(other, 2);
  await eve.add(item, 2);
  await ada.add(other, 1);
  for (const shopper of [ada, bob, eve]) await shopper.expectCart();
  await bob.remove(other);
  await bob.add(item, 1);
  await ada.remove(item);
  await eve.add(other, 1);
  for (const shopper of [ada, bob, eve]) await shopper.expectCart();
});

test('sameCartAfterLogin @unsafe: The cart is the same after the next login', async (shop) => {
  const { signup, device, item, other } = shop;
  const ada = await signup();
  await ada.add(item, 2);
  await ada.add(other, 1);
  await ada.remove(other);
  const later = await device(ada);
  await later.expectCart();
});

test('twoDevices: Two devices of a shopper show one cart, and both can change it', async (shop) => {
  const { signup, device, item, other } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  await phone.add(item, 1);
  await laptop.add(item, 1);
  await laptop.add(other, 1);
  await phone.expectCart();
  await phone.remove(item);
  await laptop.expectCart();
});

test('longVisit: A visit with many additions and removals ends with the right cart', async (shop) => {
  const { signup, device, sellable } = shop;
  const ada = await signup();
  const items = sellable.slice(0, 4);
  for (let round = 0; round < 4; round++) {
    for (const item of items) await ada.add(item, 1);
    await ada.expectCart();
    for (const item of items.toReversed()) await ada.remove(item);
    await ada.expectCart();
  }
  for (const item of items) await ada.add(item, 2);
  const later = await device(ada);
  await later.expectCart();
});
