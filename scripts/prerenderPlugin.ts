import react from '@vitejs/plugin-react';
import { PurgeCSS } from 'purgecss';
import { type Plugin, type ResolvedConfig, type Rollup, runnerImport } from 'vite';

type Prerender = typeof import('../src/app/prerender.tsx');

/**
 * Turns the one page of a production build into a page per screen: painted by its HTML alone, with the styles that
 * the store uses and the early script inlined.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle(_options, bundle) {
      const page = String(takeAsset(bundle, (name) => name === 'index.html'));
      const css = String(takeAsset(bundle, (name) => name.endsWith('.css')));
      const { renderPages } = await importPrerender(config);
      const pages = renderPages();
      const style = await purge(css, pages.map(({ html }) => html).join(''));
      for (const { file, path, title, html } of pages) {
        const source = page
          .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
          .replace(/ *<link rel="stylesheet".*>\n/, () => `    <style>${style}</style>\n`)
          .replace('<div id="root">', () => `<div id="root" data-screen="${path}">${html}`);
        this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

function takeAsset(bundle: Rollup.OutputBundle, matches: (name: string) => boolean) {
  const asset = Object.values(bundle).find(({ fileName }) => matches(fileName));
  if (asset?.type !== 'asset') throw new Error('The build has no page or no stylesheet to prerender.');
  delete bundle[asset.fileName];
  return asset.source;
}

async function importPrerender({ root, base, mode }: ResolvedConfig) {
  const { module } = await runnerImport<Prerender>('/src/app/prerender.tsx', {
    configFile: false,
    root,
    base,
    mode,
    plugins: [react()],
    // CommonJS for Node, ES modules for Vite.
    ssr: { noExternal: [/^react-bootstrap/, /^@restart/] },
  });
  return module;
}

/** `css` without the rules that nothing in the store can match. */
async function purge(css: string, html: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: ['src/**/*.tsx', { raw: html, extension: 'html' }],
    // What react-bootstrap puts together of two words.
    safelist: ['btn-outline-primary', 'btn-quiet', 'btn-sm'],
    variables: true,
    keyframes: true,
    defaultExtractor: (text) => text.match(/[\w-]+/g) ?? [],
  });
  return purged?.css ?? css;
}
