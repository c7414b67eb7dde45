import react from '@vitejs/plugin-react';
import { build, type InlineConfig, mergeConfig, type ResolvedConfig, type Rollup } from 'vite';

/** Bundles a module and its imports into one script, with the main build's root, base, mode and constants. Writes no file. */
export async function bundle(config: ResolvedConfig, input: string, options?: InlineConfig) {
  const { root, base, mode, define = {} } = config;
  const shared: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root,
    base,
    mode,
    define,
    publicDir: false,
    plugins: [react()],
    build: {
      write: false,
      // Otherwise the script would add the styles of its components to the page, which has them.
      cssCodeSplit: false,
      rolldownOptions: {
        input,
        output: { format: 'iife' },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  };
  const { output } = (await build(mergeConfig(shared, options ?? {}))) as Rollup.RolldownOutput;
  return output[0];
}
