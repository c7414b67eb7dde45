import { type Backend, startBackend } from './backend';
import { test as base } from './fixtures';
import { type Site, startSite } from './site';

export { expect } from './fixtures';

type Deployed = {
  /** The deployed store of this worker: what serves it, and the backend behind it. */
  store: Site;
  /** Puts another built store online, until the test ends. */
  serve: (dist: string) => Promise<Site>;
  /** Another backend, at another origin than the store. */
  otherBackend: Backend;
};

export const test = base.extend<Deployed>({
  store: async ({ site }, use) => {
    if (!('release' in site))
      throw new Error('This test is of the deployed store; run it with npm run e2e -- --project=deploy.');
    await use(site);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  serve: async ({}, use) => {
    const sites: Site[] = [];
    await use(async (dist) => {
      const site = await startSite(dist);
      sites.push(site);
      return site;
    });
    for (const site of sites) await site.stop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  otherBackend: async ({}, use) => {
    const backend = await startBackend();
    await use(backend);
    await backend.stop();
  },
});
