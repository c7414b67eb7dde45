import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { screens } from '../../src/app/screens.ts';
import { hasParameter } from './pageFiles.ts';

// MSW's worker is in its package. It may intercept the requests of pages in its own folder and below.
const WORKER = 'mockServiceWorker.js';
const readWorker = () => readFile(fileURLToPath(import.meta.resolve(`msw/${WORKER}`)));

/** Mock mode: serves MSW's worker, regenerates the client when openapi.yaml changes, and writes index.html once per URL for static hosts. */
export const mockMode = (): Plugin => ({
  name: 'mock-mode',
  // After Vite has generated index.html.
  enforce: 'post',

  configureServer(server) {
    server.middlewares.use(`${server.config.base}${WORKER}`, async (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(await readWorker());
    });
  },

  /** If openapi.yaml is invalid, shows the error overlay and keeps the old client. */
  async hotUpdate({ file, server }) {
    if (this.environment.name !== 'client' || file !== `${server.config.root}/openapi.yaml`) return;
    try {
      const { readContract } = await import('../../contract/openapi/readContract.ts');
      readContract(await readFile(file, 'utf8'));
      // In a process of its own, because the generator caches the openapi.yaml of its first run.
      const args = ['--import', 'tsx', 'tools/scripts/codegen.ts'];
      await promisify(execFile)(process.execPath, args, { cwd: server.config.root });
    } catch (error) {
      const { message } = error as Error;
      server.config.logger.error(message);
      this.environment.hot.send({ type: 'error', err: { message, stack: '', id: file } });
      return [];
    }
  },

  async generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: WORKER, source: await readWorker() });
    const index = bundle['index.html'];
    if (index?.type !== 'asset') throw new Error('The mock build has no index.html.');
    // A static host without redirects needs a file for each URL. It serves 404.html for unknown ones.
    for (const { path } of screens) {
      if (path === '/' || hasParameter(path)) continue;
      const fileName = path === '*' ? '404.html' : `${path.slice(1)}/index.html`;
      this.emitFile({ type: 'asset', fileName, source: index.source });
    }
  },
});
