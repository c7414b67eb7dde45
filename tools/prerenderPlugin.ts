import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rollup, runnerImport } from 'vite';
import { purge } from './purge.ts';

type Pages = typeof import('./pages.tsx');

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
      const { renderPages } = await importPages(config);
      const pages = renderPages();
      const script = await bundleInline(config, 'src/app/early/start.ts');
      const cardScript = await bundleInline(config, 'src/app/early/cards.ts');
      const style = await purge(css, pages.map(({ html, cardTemplate }) => html + cardTemplate).join(''));
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(config) });
      for (const { file, html, cardTemplate, ...screen } of pages) {
        const source = page
          .replace(/<title>.*<\/title>/, () => describe(screen, page, config.base))
          .replace(/ *<link rel="stylesheet".*>\n/, () => `    <style>${style}</style>\n`)
          // The script says when the bundle runs; here it only comes, and not in front of the call's answer.
          .replace(
            / *<script type="module" crossorigin src="(.*)"><\/script>\n/,
            (_, src) =>
              `    <link rel="modulepreload" crossorigin fetchpriority="low" href="${src}">\n    <script>${script}</script>\n`,
          )
          .replace('<div id="root">', () => `<div id="root" data-screen="${screen.path}">${html}`)
          .replace('</body>', () =>
            cardTemplate ? `${cardTemplate}<script>${cardScript}</script></body>` : '</body>',
          );
        this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

/** How search engines and messengers show a page. They need whole addresses, so some lines only come with SITE_URL. */
function describe(
  { path, title, description }: Record<'path' | 'title' | 'description', string>,
  page: string,
  base: string,
) {
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="Our Store" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
  ];
  const { SITE_URL: site } = process.env;
  if (site && !URL.canParse(site))
    throw new Error(`SITE_URL is the address of the store, such as https://store.example/, not ${site}`);
  if (site && path !== '*') {
    const [, icon = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
    const address = new URL(base + path.slice(1), site);
    tags.push(
      `<link rel="canonical" href="${address}" />`,
      `<meta property="og:url" content="${address}" />`,
      `<meta property="og:image" content="${new URL(icon, site)}" />`,
    );
  }
  return tags.join('\n    ');
}

/** A cart is nobody's but the shopper's, and the API is not for reading. */
const robots = ({ base }: ResolvedConfig) => `User-agent: *\nDisallow: ${base}cart\nDisallow: /api/\n`;

function takeAsset(bundle: Rollup.OutputBundle, matches: (name: string) => boolean) {
  const asset = Object.values(bundle).find(({ fileName }) => matches(fileName));
  if (asset?.type !== 'asset') throw new Error('The build has no page or no stylesheet to prerender.');
  delete bundle[asset.fileName];
  return asset.source;
}

async function importPages({ root, base, mode }: ResolvedConfig) {
  const { module } = await runnerImport<Pages>('/tools/pages.tsx', {
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

/** A script of src/app/ with all that it imports, for inlining. */
async function bundleInline({ root, base, mode }: ResolvedConfig, input: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    root,
    base,
    mode,
    publicDir: false,
    build: { write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const [chunk] = (output as Rollup.RolldownOutput).output;
  return chunk.code.trim();
}
