import { expect, test } from '../support/fixtures';
import { makeGate } from '../support/hold';
import { startBuild } from '../support/hosts';
import { headings } from '../support/screens';

// In Chromium and Firefox a difference between page and script is a console error, which fails any test. WebKit tells nobody; but
// what it has drawn anew are other elements.
for (const address of Object.keys(headings))
  test(`the script takes over the elements of ${address}`, async ({ webkit }) => {
    const { opened, open } = makeGate();
    const site = await startBuild({ scriptsAfter: opened });
    const { tab, close } = webkit.open(site.url, () => []);
    try {
      await tab.open(address);
      await tab.look(() => void Object.assign(window, { heading: document.querySelector('h1') }));
      const isHydrated = () => tab.look(() => !document.querySelector('html.early'));
      expect(await isHydrated()).toBe(false);
      open();
      await expect.poll(isHydrated).toBe(true);
      expect(await tab.look(() => (window as unknown as { heading: Element }).heading.isConnected)).toBe(
        true,
      );
    } finally {
      await close();
      await site.stop();
    }
  });
