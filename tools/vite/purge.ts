import postcss from 'postcss';
import { PurgeCSS } from 'purgecss';
import type { Rollup } from 'vite';

/** What follows `btn` or `card` in the classes of CloseButton, ToggleButton, ButtonGroup, ButtonToolbar and CardGroup. */
const otherComponents = '-(close|check|group|toolbar)';

type Modules = Rollup.OutputChunk['modules'];

/**
 * Removes unused classes and variables from Bootstrap's CSS. A class is kept if
 * - it is written in our code, in a react-bootstrap component of the bundle, or in a prerendered page,
 * - it begins with the prefix of such a component, as in `useBootstrapPrefix(bsPrefix, 'btn')`, unless it is of another
 *   component whose prefix begins in the same way, such as `btn-close`, or
 * - it begins with the text before `${` in a template literal of our code, or of such a component if something sets the
 *   variable: `bg-${bg}` of Card does not count while no code of ours says `bg`.
 * What follows a prefix must consist of words of that code: `btn-danger` is kept if it says `danger`.
 */
export async function purge(css: string, modules: Modules, html: string, appCss: string) {
  const codeOf = (isIncluded: (id: string) => boolean) =>
    Object.entries(modules)
      .filter(([id]) => isIncluded(id))
      .map(([, module]) => module.code)
      .join('\n');
  const ourCode = codeOf((id) => !id.includes('/node_modules/'));
  const componentCode = codeOf((id) => id.includes('/node_modules/react-bootstrap/'));
  const code = `${ourCode}\n${componentCode}`;
  const prefixCalls = code.match(/\b(useBootstrapPrefix|createUtilityClassName)\(.*?\)/gs) ?? [];
  // Every word of such a call counts as a prefix.
  const componentPrefixes = prefixCalls.flatMap((call) => call.match(/\w[\w-]*/g) ?? []);
  // By a prop in our code, or by its default in the component
  const isSet = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(ourCode) ||
    new RegExp(`\\b${name} = `).test(componentCode);
  const classPrefixes = [
    ...[...ourCode.matchAll(/(\w[\w-]*)\$\{/g)],
    ...[...componentCode.matchAll(/(\w[\w-]*)\$\{(\w+)\}/g)].filter(([, , name = '']) => isSet(name)),
  ].map(([, prefix]) => prefix);
  const prefix = new RegExp(
    `^((${componentPrefixes.join('|')})(?!${otherComponents})(-|$)|${classPrefixes.join('|')})`,
  );
  const words = new Set(code.match(/[a-z\d]+/gi));
  const isComposed = (name: string) =>
    prefix.test(name) &&
    name
      .replace(prefix, '')
      .split('-')
      .every((word) => !word || words.has(word));
  const classes = css.match(/(?<=\.)[a-z][\w-]*/g) ?? [];
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: code + html, extension: 'html' }],
    css: [{ raw: css }],
    // react-bootstrap's Feedback composes its classes: invalid-feedback, valid-tooltip.
    safelist: [...classes.filter(isComposed), /^(in)?valid-/],
  });
  return removeUnusedVariables(purged?.css ?? '', code + html + appCss, isComposed);
}

/** Removes the variables that neither `css` nor `sources` use. Keeps those whose names the sources compose. */
function removeUnusedVariables(css: string, sources: string, isComposed: (name: string) => boolean): string {
  const used = new Set([...(css.match(/(?<=var\()--[\w-]+/g) ?? []), ...(sources.match(/--[\w-]+/g) ?? [])]);
  const root = postcss.parse(css);
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop) && !isComposed(declaration.prop.slice(2))) declaration.remove();
  });
  return root.toString();
}
