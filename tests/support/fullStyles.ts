import { join } from 'node:path';
import { build, type Rollup } from 'vite';

/** All styles of the project at `root`, as they are before the build takes out what nothing matches. */
export async function readFullStyles(root = '.'): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    publicDir: false,
    build: { write: false, rolldownOptions: { input: join(root, 'src/app/main.tsx') } },
  });
  const asset = (output as Rollup.RolldownOutput).output.find(({ fileName }) => fileName.endsWith('.css'));
  if (asset?.type !== 'asset') throw new Error('The store has no styles.');
  return String(asset.source);
}
