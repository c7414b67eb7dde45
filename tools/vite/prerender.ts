import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { Plugin, ResolvedConfig, Rollup } from 'vite';
import { bundle } from './bundle.ts';
import {
  append,
  type Element,
  find,
  make,
  parse,
  read,
  readMarkup,
  replace,
  serialize,
  tighten,
  write,
} from './html.ts';
import { purge } from './purge.ts';

type Pages = ReturnType<typeof import('./pages.tsx').renderPages>;

const bootstrapSheet = 'node_modules/bootstrap/dist/css/bootstrap.min.css';

/**
 * Turns the one page of a production build into a page per screen: painted by its HTML alone, with the styles that
 * the store uses and the early scripts inlined.
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
    // The bundle's sheet is our own styles alone. Bootstrap's sheet is purged below; ours never is.
    load: { filter: { id: /bootstrap\.min\.css$/ }, handler: () => '' },
    async generateBundle(_options, output) {
      const page = takeAsset(output, (name) => name === 'index.html');
      const ownSheet = takeAsset(output, (name) => name.endsWith('.css'));
      const chunk = Object.values(output).find(
        (it) => it.type === 'chunk' && it.isEntry,
      ) as Rollup.OutputChunk;
      const pages = await renderPages(config);
      const start = await bundle(config, 'src/app/early/start.ts', { format: 'iife' });
      const cards = await bundleCards(config);
      const modules = { ...start.modules, ...cards.modules, ...chunk.modules };
      const html = page + pages.map((it) => it.html).join('');
      const bootstrap = await readFile(join(config.root, bootstrapSheet), 'utf8');
      const style = (await purge(bootstrap, { ownSheet, modules, html })) + ownSheet;
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(config) });
      for (const screen of pages) {
        const document = parse(page);
        describe(
          find(document, 'title'),
          screen,
          find(document, 'link', { rel: 'apple-touch-icon' }),
          config.base,
        );
        replace(find(document, 'link', { rel: 'stylesheet' }), make('style', {}, style));
        const entry = find(document, 'script', { type: 'module' });
        // The script says when the bundle runs; here it only comes, and not in front of the call's answer.
        const preload = {
          rel: 'modulepreload',
          crossorigin: '',
          fetchpriority: 'low',
          href: read(entry, 'src') ?? '',
        };
        replace(entry, make('link', preload), make('script', {}, start.code.trim()));
        const root = find(document, 'div', { id: 'root' });
        write(root, 'data-screen', screen.path);
        append(root, ...readMarkup(screen.html));
        if (screen.path === '/items') append(find(document, 'body'), make('script', {}, cards.code.trim()));
        for (const tag of ['head', 'body']) tighten(find(document, tag));
        this.emitFile({ type: 'asset', fileName: screen.file, source: serialize(document) });
      }
    },
  };
}

/** How search engines and messengers show a page. They need whole addresses, so some lines only come with SITE_URL. */
function describe(
  oldTitle: Element,
  { path, title, description }: Pages[number],
  icon: Element,
  base: string,
) {
  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    make('meta', { [attribute]: key, content });
  const tags = [
    make('title', {}, title),
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Our Store'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
  ];
  const { SITE_URL: site } = process.env;
  if (site && !URL.canParse(site))
    throw new Error(`SITE_URL is the address of the store, such as https://store.example/, not ${site}`);
  if (site && path !== '*') {
    const address = String(new URL(base + path.slice(1), site));
    tags.push(
      make('link', { rel: 'canonical', href: address }),
      meta('property', 'og:url', address),
      meta('property', 'og:image', String(new URL(read(icon, 'href') ?? '', site))),
    );
  }
  replace(oldTitle, ...tags);
}

/** A cart is nobody's but the shopper's, and the API is not for reading. */
const robots = ({ base }: ResolvedConfig) => `User-agent: *\nDisallow: ${base}cart\nDisallow: /api/\n`;

function takeAsset(output: Rollup.OutputBundle, matches: (name: string) => boolean): string {
  const asset = Object.values(output).find(({ fileName }) => matches(fileName));
  if (asset?.type !== 'asset') throw new Error('The build has no page or no stylesheet to prerender.');
  delete output[asset.fileName];
  return String(asset.source);
}

/** Bundled as for the shopper, because Node and Vite each find another half of react-bootstrap. */
async function renderPages(config: ResolvedConfig): Promise<Pages> {
  const { code } = await bundle(config, 'tools/vite/pages.tsx', { format: 'cjs' });
  const pages: { renderPages?: () => Pages } = {};
  runInThisContext(`(exports) => {${code}\n}`, { filename: 'pages.js' })(pages);
  if (!pages.renderPages) throw new Error('tools/pages.tsx exports no renderPages.');
  return pages.renderPages();
}

/** The script of the first cards, in which a small stand-in takes the place of React. */
async function bundleCards(config: ResolvedConfig) {
  const replacement = join(config.root, 'src/app/early/standIn.ts');
  try {
    return await bundle(config, 'src/app/early/cards.tsx', {
      format: 'iife',
      alias: [
        { find: /^react(\/jsx-runtime|-router-dom)?$/, replacement },
        // The same for react-bootstrap, without the ways to load it that a page has no use for.
        { find: 'classnames', replacement: 'clsx' },
      ],
      plugins: [views()],
    });
  } catch (error) {
    const { message } = error as Error;
    const [, name] =
      /["`](\w+)["`] (?:is not exported by|will always be undefined).*standIn/.exec(message) ?? [];
    const [, file = ''] = /\[ (\S+):\d+:\d+ \]/.exec(message) ?? [];
    const remedy = file.includes('node_modules/')
      ? "take a part by its own name, FormSelect for Form.Select, or a plain element with Bootstrap's classes"
      : undefined;
    throw name ? new Error(cannotBeDrawn(`React's ${name}`, file, remedy)) : error;
  }
}

/** Fails where the first cards need more than there is when they are drawn. */
const views = (): Plugin => ({
  name: 'views',
  buildEnd() {
    const store = [...this.getModuleIds()].find((id) => /\/node_modules\/(react-redux|@reduxjs)\//.test(id));
    const way: string[] = [];
    for (let id = store; id; id = this.getModuleInfo(id)?.importers[0])
      way.unshift(id.replace(/.*\/(src|node_modules)\//, ''));
    if (store) throw new Error(cannotBeDrawn('the store', way.slice(1).join(' > ')));
  },
  onLog(_level, { code, message }) {
    if (code === 'IMPORT_IS_UNDEFINED') throw new Error(message);
  },
});

const cannotBeDrawn = (what: string, who: string, remedy = 'let the page pass what it needs as a prop') =>
  `A card is drawn before ${what} is there (${who}): ${remedy}. CONTRIBUTING.md, "Show more on a card".`;
