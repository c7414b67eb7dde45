import { stripVTControlCharacters } from 'node:util';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, mergeConfig, type ResolvedConfig, type Rollup } from 'vite';

/** Bundles a module and its imports into one script, with the settings of the main build and without writing a file. */
export async function bundle({ root, base, mode }: ResolvedConfig, input: string, options: InlineConfig) {
  const shared: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root,
    base,
    mode,
    publicDir: false,
    plugins: [react()],
    build: { write: false, rolldownOptions: { input } },
  };
  try {
    const { output } = (await build(mergeConfig(shared, options))) as Rollup.RolldownOutput;
    return output[0];
  } catch (error) {
    // Rolldown lists every error, in colour. The outer build prints the message again, so keep the first one.
    const { message, errors } = error as Error & { errors?: Error[] };
    throw new Error(stripVTControlCharacters(errors?.[0]?.message ?? message));
  }
}
