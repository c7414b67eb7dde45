import { test as base } from '../e2e/fixtures';
import type { Site } from './site';

export { expect } from '../e2e/fixtures';

export const test = base.extend<{ store: Site }>({
  /** The deployed store: what serves it, and the backend behind it. */
  store: async ({ site }, use) => {
    if (!site) throw new Error('This test is of the deployed store; run it with npm run e2e:deploy.');
    await use(site);
  },
});
