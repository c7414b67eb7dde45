import { build, type Rollup } from 'vite';

/** All styles of the project, as they are before the build takes out what nothing matches. */
export async function readFullStyles(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      // The script is of no interest.
      minify: false,
      cssMinify: 'lightningcss',
      rolldownOptions: { input: 'src/app/main.tsx' },
    },
  });
  const asset = (output as Rollup.RolldownOutput).output.find(({ fileName }) => fileName.endsWith('.css'));
  if (asset?.type !== 'asset') throw new Error('The store has no styles.');
  return String(asset.source);
}
