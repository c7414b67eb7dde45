import { expect, test } from '../support/fixtures';
import { startSite } from '../support/site';

// On a line so slow that the bundle comes well after the page, and after the call that the page makes. In Chromium and Firefox a difference between page and script is a console error, which fails any test. WebKit
// tells nobody; but what it has drawn anew are other elements.
for (const address of ['/', '/signup', '/login', '/items', '/nowhere'])
  test(`the script takes over the elements of ${address}`, async ({ webkit }) => {
    const site = await startSite('dist', 25_000);
    const { tab, close } = webkit.open(site.url, () => []);
    try {
      await tab.open(address);
      const isThere = () =>
        tab.look(() => {
          const [heading] = document.getElementsByTagName('h1');
          if (heading) Object.assign(window, { heading });
          return Boolean(heading);
        });
      await expect.poll(isThere).toBe(true);
      const text = () => tab.look(() => document.querySelector('nav')?.textContent);
      if (address === '/items') await expect.poll(site.backend.calls).toHaveLength(1);
      expect(await text()).not.toContain('Signup');
      await expect.poll(text).toContain('Signup');
      expect(await tab.look(() => (window as unknown as { heading: Element }).heading.isConnected)).toBe(
        true,
      );
    } finally {
      await close();
      await site.stop();
    }
  });
