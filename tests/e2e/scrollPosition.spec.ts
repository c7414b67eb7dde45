import { expect, test } from '../support/fixtures';

for (const [width, height] of [
  [1280, 800],
  [360, 780],
] as const)
  for (const percent of [20, 50, 80])
    test(`${width} px, ${percent} % down the list: a reload, and Back from another page, return to the same place`, async ({
      shopper,
    }) => {
      const expectAllCards = () =>
        expect.poll(() => shopper.evaluate(() => document.querySelectorAll('article').length)).toBe(60);
      const readPosition = () => shopper.evaluate(() => Math.round(scrollY));
      await shopper.open('/items');
      await shopper.resize(width, height);
      await expectAllCards();
      await shopper.evaluate(
        (share) => scrollTo(0, share * document.documentElement.scrollHeight),
        percent / 100,
      );
      const position = await readPosition();
      await shopper.reload();
      await expectAllCards();
      await expect.poll(readPosition, 'after the reload').toBe(position);
      await shopper.open('/robots.txt');
      // Not at once: the evaluation would end with the page, and be repeated.
      await shopper.evaluate(() => void setTimeout(() => history.back()));
      await expectAllCards();
      await expect.poll(readPosition, 'after Back').toBe(position);
    });

test('a reload returns to the same place even if the list arrives after the page has loaded', {
  tag: '@not-webkit',
}, async ({ shopper, backend }) => {
  await shopper.open('/items');
  await shopper.expectText('60 items');
  await expect.poll(() => shopper.evaluate(() => document.querySelectorAll('article').length)).toBe(60);
  await shopper.evaluate(() => scrollTo(0, 0.8 * document.documentElement.scrollHeight));
  const position = await shopper.evaluate(() => Math.round(scrollY));
  const { held, release } = backend.delay('/api/items', 'the whole response is late');
  await shopper.reload();
  await held;
  await shopper.expectHydrated();
  await shopper.expectText('Loading items…');
  release();
  await shopper.expectText('60 items');
  await expect.poll(() => shopper.evaluate(() => Math.round(scrollY))).toBe(position);
});
