import { test } from './journey.ts';

test('tokenWorksAgain: The same token opens the cart more than once', async ({ signup }) => {
  const ada = await signup();
  await ada.openCart();
  await ada.openCart();
});

test('secondDevice: A login on a second device leaves the first one logged in', async (shop) => {
  const { signup, device } = shop;
  const phone = await signup();
  const laptop = await device(phone);
  await phone.openCart();
  const tablet = await device(phone);
  for (const shopper of [phone, laptop, tablet]) await shopper.openCart();
});

test('othersEnter: The signup and the login of others leave a shopper logged in', async (shop) => {
  const { signup, device } = shop;
  const ada = await signup();
  const bob = await signup();
  await ada.openCart();
  const bobAgain = await device(bob);
  for (const shopper of [ada, bob, bobAgain]) await shopper.openCart();
});

test('manySessions: A shopper stays logged in while 30 others log in', async ({ signup, device }) => {
  const ada = await signup();
  const bob = await signup();
  for (let visit = 0; visit < 30; visit++) await device(bob);
  await ada.openCart();
});
