import { stripVTControlCharacters } from 'node:util';
import react from '@vitejs/plugin-react';
import { type Alias, build, type Plugin, type ResolvedConfig, type Rollup } from 'vite';

type Options = {
  format: 'iife' | 'cjs';
  alias?: Alias[];
  plugins?: Plugin[];
};

/** A module of the project with all that it imports, as one script; whatever it imports is found as for the store's own bundle. */
export async function bundle(
  { root, base, mode }: ResolvedConfig,
  input: string,
  { format, alias = [], plugins = [] }: Options,
): Promise<Rollup.OutputChunk> {
  const building = build({
    configFile: false,
    logLevel: 'warn',
    root,
    base,
    mode,
    publicDir: false,
    plugins: [react(), ...plugins],
    resolve: { alias },
    build: {
      write: false,
      // What runs in the build has names in its errors.
      minify: format === 'iife',
      rolldownOptions: {
        input,
        output: { format },
        preserveEntrySignatures: 'strict',
        // Of react-bootstrap, only what is imported: its other parts may need of React what the stand-in lacks.
        experimental: { lazyBarrel: true },
      },
    },
  });
  const output = await building.catch(throwFirst);
  const [chunk] = (output as Rollup.RolldownOutput).output;
  return chunk;
}

/** The first reason alone, without colours: the build around this one prints what it gets. */
function throwFirst(error: Error & { errors?: Error[] }): never {
  const { message } = error.errors?.[0] ?? error;
  throw new Error(stripVTControlCharacters(message));
}
