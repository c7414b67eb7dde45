import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { demoAccount } from '../mocks/demoAccount.ts';
import { screens } from '../src/app/screens.ts';
import { hasParameter } from './fileOf.ts';

/** What the mock mode adds to Vite: the demo account under the address, a client that follows the contract, pages for static hosts. */
export const mockMode = (): Plugin => ({
  name: 'mock-mode',
  // After Vite has made index.html.
  enforce: 'post',

  configureServer(server) {
    const { printUrls } = server;
    server.printUrls = () => {
      printUrls();
      console.log(`  ➜  Log in:  ${demoAccount.email} / ${demoAccount.password}\n`);
    };
  },

  /** A changed contract makes the client anew; one that is broken is shown over the page, which stays as it was. */
  async hotUpdate({ file, server }) {
    if (this.environment.name !== 'client' || file !== `${server.config.root}/openapi.yaml`) return;
    try {
      const [{ writeClient }, { readContract }] = await Promise.all([
        import('./writeClient.ts'),
        import('../contract/readContract.ts'),
      ]);
      readContract(await readFile(file, 'utf8'));
      await writeClient(server.config.root);
    } catch (error) {
      const message = `openapi.yaml: ${(error as Error).message}`;
      server.config.logger.error(message);
      this.environment.hot.send({ type: 'error', err: { message, stack: '', id: file } });
      return [];
    }
  },

  generateBundle(_options, bundle) {
    const index = bundle['index.html'];
    if (index?.type !== 'asset') throw new Error('The mock build has no index.html to copy for each screen.');
    // A host of static files needs a page at each address.
    for (const { path } of screens.slice(1)) {
      // The 404 page is the store, too.
      if (hasParameter({ path })) continue;
      const fileName = path === '*' ? '404.html' : `${path.slice(1)}/index.html`;
      this.emitFile({ type: 'asset', fileName, source: index.source });
    }
  },
});
