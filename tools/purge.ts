import postcss from 'postcss';
import { PurgeCSS } from 'purgecss';
import { type ESTree, parseSync, type Rollup, Visitor } from 'vite';

/** What react-bootstrap's components are made of, but for its list of breakpoints: the store writes those that it uses. */
const bootstrapParts =
  /\/node_modules\/(react-bootstrap\/(?!.*ThemeProvider)|@restart\/ui\/|@popperjs\/core\/)/;
const breakpoint = /^(xs|sm|md|lg|xl|xxl)$/;

/** Large parts of Bootstrap that come along with any `Form`, `InputGroup` or `Col`, and what stands in the code of a store that has them. */
const byName: [selector: RegExp, name: RegExp][] = [
  [
    /\.(form-check|form-switch|btn-check)/,
    /\.(Check|Switch|Checkbox|Radio)\b|FormCheck|ToggleButton|form-check|form-switch|btn-check/,
  ],
  [
    /\.card-(header|footer|img|title|subtitle|link|text)/,
    /\.(Header|Footer|Img|ImgOverlay|Title|Subtitle|Text|Link)\b|Card[A-Z]|card-[a-z]/,
  ],
  [/\.alert/, /Alert|\balert-|className: ["'`][^"'`]*\balert\b/],
  [/\.form-select/, /\.Select\b|FormSelect|form-select/],
  [/\.(form|input-group)-text/, /\.(Text|Checkbox|Radio)\b|FormText|(form|input-group)-text/],
  [/\.form-range/, /\.Range\b|FormRange|form-range/],
  [/\.form-floating/, /Floating|form-floating/],
  [
    /\.(is|was|has)-(in)?valid|\.(in)?valid-/,
    /is(Inv|V)alid|validated|hasValidation|Feedback|valid-|-(in)?valid/,
  ],
  [/\.form-control-plaintext/, /plaintext/],
  [/\.form-control-color|color-swatch/, /["'`]color["'`]|form-control-color/],
  [/\.tooltip/, /tooltip/i],
  [/file-(upload|selector)-button/, /["'`]file["'`]/],
  [/-webkit-date/, /["'`](date|datetime-local|month|time|week)["'`]/],
  [/\[type=search\]|-webkit-search/, /["'`]search["'`]/],
  [/\[list\]/, /\blist:/],
];

/** Classes that components could compose, of props that hardly anyone writes. */
const rare: [name: RegExp, prop: RegExp][] = [
  [/^gap-[a-z]/, /gap: \{/],
  [/^offset-/, /\boffset\b/],
  [/^order-/, /\border\b[:,]/],
  [/^border-/, /\bborder\b[:,]/],
  [/^text-bg-/, /text-bg/],
  [/^bg-/, /\bbg\b[:,]|Badge|ProgressBar/],
  [/^col-form-/, /\bcolumn\b/],
];

/**
 * `css` without the rules that nothing can match. A class stays when it is written in the store or in a component that the
 * store imports, and when one of them can compose it: of its own `btn` and a `primary` that is written in a text
 * react-bootstrap makes `btn-primary`; so does `btn-${variant}` in the store.
 */
export async function purge(css: string, modules: Rollup.OutputChunk['modules'], html: string) {
  const codes = Object.entries(modules).map(([id, { code }]) => ({ id, code: code ?? '' }));
  const ownCodes = codes.filter(({ id }) => !id.includes('/node_modules/')).map(({ code }) => code);
  const own = readTexts(ownCodes);
  /** Whether a name is in a table, and nothing in the store asks for it. */
  const isIn = (table: typeof byName, name: string) =>
    table.some(([it, cause]) => it.test(name) && !ownCodes.some((code) => cause.test(code)));
  const bootstrap = readTexts(codes.filter(({ id }) => bootstrapParts.test(id)).map(({ code }) => code));

  const words = new Set([own.texts, own.keys, bootstrap.texts, html].flat().flatMap(wordsOf));
  const stems = new Set([...own.stems, ...bootstrap.stems].flatMap(wordsOf).map(trimHyphens));
  // Not what is said in sentences and selectors.
  const plain = [...own.texts, ...bootstrap.texts].filter((text) => /^[\w\s-]*$/.test(text));
  const values = new Set(plain.flatMap(wordsOf).map(trimHyphens));
  for (const width of own.widths) values.add(width);
  const widths = new Set(own.openWidths);
  /** Whether a text is values, as they are written, with hyphens between them. */
  const isOfValues = (text: string): boolean =>
    values.has(text) ||
    splits(text).some(
      ([first, rest]) => (breakpoint.test(first) ? widths : values).has(first) && isOfValues(rest),
    );
  const canBeComposed = (name: string) =>
    splits(name).some(([stem, rest]) => stems.has(stem) && isOfValues(rest));
  const composed = [...css.matchAll(/\.([a-z][\w-]*)/gi)]
    .map(([, name = '']) => name)
    .filter((name) => canBeComposed(name) && !isIn(rare, name));

  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    rule.selectors = rule.selectors.filter((it) => !isIn(byName, it.replace(/:not\(.*?\)/g, '')));
    if (!rule.selector) rule.remove();
  });
  const [purged] = await new PurgeCSS().purge({
    css: [{ raw: sheet.toString() }],
    content: [{ raw: [...words, ...composed].join(' '), extension: 'html' }],
    safelist: {
      // PurgeCSS looks for words, and these selectors have none.
      standard: [/^:focus/],
      // A style attribute may read them.
      variables: [...words].filter((word) => word.startsWith('--')),
    },
    variables: true,
    keyframes: true,
  });
  if (!purged) throw new Error('PurgeCSS has read no styles.');
  return dropOverridden(postcss.parse(purged.css));
}

/** The sheet without the variables that a later rule with the same selector sets anyway, as the theme does with Bootstrap's, and without rules that are empty by now. */
function dropOverridden(sheet: postcss.Root): string {
  const set = new Set<string>();
  for (const rule of sheet.nodes.toReversed()) {
    if (rule.type !== 'rule') continue;
    for (const decl of rule.nodes.toReversed()) {
      if (decl.type !== 'decl' || !decl.variable) continue;
      const key = `${rule.selector} ${decl.prop}`;
      if (set.has(key)) decl.remove();
      set.add(key);
    }
  }
  sheet.walk((node) => void ('nodes' in node && node.nodes?.length === 0 && node.remove()));
  return sheet.toString();
}

const wordsOf = (text: string) => text.match(/[\w-]+/g) ?? [];
const trimHyphens = (word: string) => word.replace(/^-+|-+$/g, '');

/** A text in two, at each of its hyphens. */
const splits = (text: string) =>
  [...text.matchAll(/-/g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)] as const);

/** Calls of react-bootstrap that compose classes of what they are given. */
const composing = /^(useBootstrapPrefix|createUtilityClassName)/;

/**
 * The texts in scripts; their keys, since `{ active: isOn }` may be a class too; what classes may begin with; and the widths of
 * which they speak: `md-3` for `{ md: 3 }`, and those whose value only the running script knows.
 */
function readTexts(codes: string[]) {
  const texts: string[] = [];
  const keys: string[] = [];
  const stems: string[] = [];
  const widths: string[] = [];
  const openWidths: string[] = [];
  let depth = 0;
  const isComposing = ({ callee }: ESTree.CallExpression) =>
    callee.type === 'Identifier' && composing.test(callee.name);
  const visitor = new Visitor({
    CallExpression: (node) => void (isComposing(node) && depth++),
    'CallExpression:exit': (node) => void (isComposing(node) && depth--),
    Literal({ value }) {
      texts.push(String(value));
      if (depth > 0 || texts.at(-1)?.endsWith('-')) stems.push(String(value));
    },
    TemplateElement({ value: { cooked }, tail }) {
      texts.push(cooked ?? '');
      if (!tail) stems.push(...(cooked?.match(/[\w-]+$/) ?? []));
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier') return;
      keys.push(key.name);
      if (depth > 0) stems.push(key.name);
      if (!breakpoint.test(key.name)) return;
      if (value.type !== 'Literal') openWidths.push(key.name);
      else widths.push(value.value === true ? key.name : `${key.name}-${value.value}`);
    },
  });
  for (const code of codes) visitor.visit(parseSync('script.js', code).program);
  return { texts, keys, stems, widths, openWidths };
}
