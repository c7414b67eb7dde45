import { parse, type Root } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** `css` without the rules that nothing in the store can match, and without what a later rule sets anew. */
export async function purge(css: string, html: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: css }],
    content: ['src/**/*.tsx', 'index.html', { raw: html, extension: 'html' }],
    extractors: [{ extensions: ['tsx', 'html'], extractor: readMarkup }],
    // What is no tag, class, id or attribute.
    safelist: [':focus-visible', ':root', '*'],
    variables: true,
    keyframes: true,
  });
  const root = parse(purged?.css ?? css);
  root.walkRules(foreign, (rule) => void rule.remove());
  dropVainNots(root);
  dropOverridden(root);
  inlineConstants(root);
  dropUnused(root);
  return root.toString();
}

/** Parts of controls that the store has none of; PurgeCSS judges tags, classes and attributes only. */
const foreign =
  /::-webkit-(date|search|color|file)|::file|::-moz-focus|type=.?(file|search)|:disabled$|^\[role=button|^a:not|^\.placeholder\.btn/;

/** The tags, classes, ids and attributes of a component or a page. */
function readMarkup(text: string) {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1).join(' '));
  const words = (texts: string[]) => texts.flatMap((it) => it.match(/[\w-]+/g) ?? []);
  return {
    tags: all(/<([a-z]\w*)/g),
    classes: words(all(/class(?:Name)?[=:] ?(?:"([^"]*)"|'([^']*)'|\{([^}]*))/g)),
    ids: all(/\bid="([\w-]+)"/g),
    attributes: { names: words(all(/ ([a-z-]+)=["{]/g)), values: words(all(/ [a-z-]+="([^"]*)"/g)) },
    undetermined: [],
  };
}

/** `:not(.dropdown-menu)` where nothing else speaks of that class: the store has none. */
function dropVainNots(root: Root) {
  const not = /:not\(\.([\w-]+)\)/g;
  const known = root.toString().replace(not, '');
  root.walkRules((rule) => {
    rule.selector = rule.selector
      .replace(not, (all, name) => (known.includes(`.${name}`) ? all : ''))
      .replace(/(^|[,>+~ ])(?=[+>~])/g, '$1*');
  });
}

/** A value is dead where a later rule sets the property anew under the same selectors, as the theme does with Bootstrap's. */
function dropOverridden(root: Root) {
  const later = new Set<string>();
  for (const rule of root.nodes.toReversed()) {
    if (rule.type !== 'rule') continue;
    for (const node of rule.nodes.toReversed()) {
      if (node.type !== 'decl') continue;
      const keys = rule.selectors.map((selector) => `${selector} ${node.prop} ${node.important}`);
      if (keys.every((key) => later.has(key))) node.remove();
      for (const key of keys) later.add(key);
    }
  }
}

/** Writes custom properties that have but one value where they are used; Bootstrap has them for being overridden. */
function inlineConstants(root: Root) {
  const values = new Map<string, string[]>();
  root.walkDecls(/^--/, ({ prop, value }) => void values.set(prop, [...(values.get(prop) ?? []), value]));
  const withFallback = new Set([...root.toString().matchAll(/var\((--[\w-]+),/g)].map(([, prop]) => prop));
  const constants = new Map(
    [...values].flatMap(([prop, [value = '', ...others]]) =>
      others.length || withFallback.has(prop) ? [] : [[prop, value]],
    ),
  );
  root.walkDecls((decl) => {
    if (constants.has(decl.prop)) return void decl.remove();
    let value = '';
    while (value !== decl.value) {
      value = decl.value;
      decl.value = value.replace(/var\((--[\w-]+)\)/g, (use, prop) => constants.get(prop) ?? use).trim();
    }
    if (!value) decl.remove();
  });
}

/** Custom properties that nothing asks for, and rules that they leave empty. */
function dropUnused(root: Root) {
  const text = root.toString();
  root.walkDecls(/^--/, (decl) => {
    if (!text.includes(`var(${decl.prop}`)) decl.remove();
  });
  root.walkRules((rule) => void (rule.nodes.length || rule.remove()));
  root.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()));
}
