import { buildChangedStore } from './changedStore';
import { test as base } from './fixtures';
import { type NginxSite, startNginx } from './nginx';
import { startBuild } from './servers';

export { expect } from './fixtures';

type DeployFixtures = {
  /** The store of this worker behind nginx, and its backend. */
  store: NginxSite;
  /** Serves another build behind nginx until the test ends. */
  serve: (dist: string) => Promise<NginxSite>;
};

type WorkerFixtures = {
  /** The build of a changed store and the copy of the project that it was built from, on a host of its own. */
  changed: { root: string; dist: string; url: string };
};

export const test = base.extend<DeployFixtures, WorkerFixtures>({
  changed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
    async ({}, use, { project, workerIndex }) => {
      const { root, dist } = buildChangedStore(`${project.outputDir}/changed-store-${workerIndex}`);
      const { url, stop } = await startBuild(dist);
      await use({ root, dist, url });
      await stop();
    },
    { scope: 'worker' },
  ],

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
});
