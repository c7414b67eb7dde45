import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { Plugin, ResolvedConfig, Rollup } from 'vite';
import { screens } from '../../src/app/screens.ts';
import { bundle } from './bundle.ts';
import { purge } from './purge.ts';

// Keeps Cloudflare's Rocket Loader from replacing the scripts with others, which Trusted Types forbid.
const SCRIPT = '<script data-cfasync="false"';

// The first paint waits for the end of the page: a part of it would move when the rest arrives. early/inline.ts limits the wait.
const EXPECT_END = '<link rel="expect" href="#end" blocking="render">';

/** Turns index.html into a page per screen: prerendered, with its styles and early/inline.ts inlined. */
export function prerender(): Plugin {
  let bootstrapCss = '';
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    // Keeps Bootstrap's CSS apart from ours, which is never purged.
    async load(id) {
      if (!id.endsWith('/bootstrap.min.css')) return;
      bootstrapCss = await readFile(id, 'utf8');
      return '';
    },
    async generateBundle(_options, output) {
      const config = this.environment.getTopLevelConfig();
      const index = removeAsset(output, 'index.html').replace(/>\s+</g, '><');
      const appCss = removeAsset(output, '.css');
      const renderedScreens = await prerenderScreens(config);
      const bundleChunk = Object.values(output).find((file) => file.type === 'chunk') as Rollup.OutputChunk;
      const inline = await bundle(config, 'src/app/early/inline.ts');
      const firstCards = await bundleFirstCards(config);
      const asset = this.emitFile({ type: 'asset', name: 'firstCards.js', source: firstCards.code });
      const firstCardsUrl = config.base + this.getFileName(asset);

      const modules = { ...bundleChunk.modules, ...inline.modules, ...firstCards.modules };
      const pages = index + renderedScreens.map((screen) => screen.html).join('');
      const styles = (await purge(bootstrapCss, modules, pages, appCss)) + appCss;
      for (const { path, file, head, html } of renderedScreens) {
        const earlyScripts = [`${SCRIPT}>${inline.code.trim()}</script>`];
        if (path === '/items') earlyScripts.push(`${SCRIPT} async src="${firstCardsUrl}"></script>`);
        const source = fill(index, [
          [/<title>.*?<\/title>/, head],
          [/<link rel="stylesheet".*?>/, `${EXPECT_END}<style>${styles}</style>`],
          // Low priority: the prefetched list and the first cards come first.
          ['<script type="module"', `${earlyScripts.join('')}${SCRIPT} type="module" fetchpriority="low"`],
          ['<div id="root"', `<div id="root" data-screen="${path}"`],
          ['<!--app-html-->', html],
          ['</body>', '<template id="end"></template></body>'],
        ]);
        this.emitFile({ type: 'asset', fileName: file, source });
      }
      const privatePaths = screens.filter((screen) => 'isPrivate' in screen).map(({ path }) => path.slice(1));
      const robots = [
        'User-agent: *',
        ...privatePaths.map((path) => `Disallow: ${config.base}${path}`),
        '',
      ].join('\n');
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots });
    },
  };
}

/** Replaces each placeholder. Throws if one is missing. */
function fill(page: string, replacements: [placeholder: string | RegExp, text: string][]): string {
  for (const [placeholder, text] of replacements) {
    if (page.search(placeholder) < 0) throw new Error(`index.html has no ${placeholder}.`);
    page = page.replace(placeholder, () => text);
  }
  return page;
}

/** Runs renderPages.tsx in Node. Bundles its dependencies too: Node and Vite would resolve different builds of react-bootstrap. */
async function prerenderScreens(config: ResolvedConfig) {
  const { code } = await bundle(config, 'tools/vite/renderPages.tsx', {
    build: { ssr: true, minify: false, rolldownOptions: { output: { format: 'cjs' } } },
    ssr: { noExternal: true },
  });
  const exports = {} as typeof import('./renderPages.tsx');
  const run = runInThisContext(`(exports, require) => {${code}\n}`, { filename: 'renderPages.js' });
  run(exports, createRequire(import.meta.url));
  return exports.renderPages();
}

/** The script of the first cards, with Preact instead of React. */
async function bundleFirstCards(config: ResolvedConfig) {
  const chunk = await bundle(config, 'src/app/early/firstCards.tsx', {
    resolve: {
      alias: [
        { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
        { find: 'react-dom/client', replacement: 'preact/compat/client' },
        { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      ],
    },
  });
  if (chunk.moduleIds.some((id) => /node_modules\/(react-redux|@reduxjs|react-router)\//.test(id)))
    throw new Error(
      'A card must get what it needs as props, not from Redux or the router (docs/how-to/change-a-card.md).',
    );
  return chunk;
}

/** Removes a file from the output and returns its text. */
function removeAsset(output: Rollup.OutputBundle, suffix: string): string {
  const asset = Object.values(output).find(({ fileName }) => fileName.endsWith(suffix));
  if (asset?.type !== 'asset') throw new Error(`The build has no ${suffix} file.`);
  delete output[asset.fileName];
  return String(asset.source);
}
