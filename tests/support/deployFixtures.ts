import { type HttpBackend, startBackend } from './backend';
import { test as base } from './fixtures';
import { type NginxSite, startNginx } from './nginx';

export { expect } from './fixtures';

type DeployFixtures = {
  /** The store of this worker behind nginx, and its backend. */
  store: NginxSite;
  /** Serves another build behind nginx until the test ends. */
  serve: (dist: string) => Promise<NginxSite>;
  /** A backend at another origin than the store. */
  otherBackend: HttpBackend;
};

export const test = base.extend<DeployFixtures>({
  // With baseURL, which resets the backend.
  store: async ({ site, baseURL: _ }, use) => use(site as NginxSite),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  serve: async ({}, use) => {
    const sites: NginxSite[] = [];
    await use(async (dist) => {
      const site = await startNginx(dist);
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
