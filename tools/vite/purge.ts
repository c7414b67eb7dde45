import postcss from 'postcss';
import { PurgeCSS } from 'purgecss';
import type { Rollup } from 'vite';

type Modules = Rollup.OutputChunk['modules'];

/**
 * Bootstrap's sheet without the classes that no page can have. A class is kept if
 * - it is written in our code, in a react-bootstrap component of the bundle, or in a prerendered page,
 * - it begins with the prefix of such a component, as in `useBootstrapPrefix(bsPrefix, 'btn')`, or
 * - it begins with the text before `${` in a template literal of that code.
 */
export async function purge(sheet: string, modules: Modules, html: string, ownSheet: string) {
  const code = Object.entries(modules)
    .filter(([id]) => !id.includes('/node_modules/') || id.includes('/node_modules/react-bootstrap/'))
    .map(([, module]) => module.code)
    .join('\n');
  const prefixCalls = code.match(/\b(useBootstrapPrefix|createUtilityClassName)\(.*?\)/gs) ?? [];
  const prefixes = prefixCalls.flatMap((call) => call.match(/\w[\w-]*/g) ?? []);
  const stems = [...code.matchAll(/(\w[\w-]*)\$\{/g)].map(([, stem]) => stem);
  const composed = new RegExp(`^((${prefixes.join('|')})(-|$)|${stems.join('|')})`);
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: code + html, extension: 'html' }],
    css: [{ raw: sheet }],
    // Feedback composes its classes from two values: invalid-feedback, valid-tooltip.
    safelist: [composed, /^(in)?valid-/],
  });
  return dropUnreadVariables(purged?.css ?? '', code + html + ownSheet, composed);
}

/** A variable is kept if a rule reads it, or if our code or styles have its name or compose it. */
function dropUnreadVariables(css: string, ours: string, composed: RegExp): string {
  const read = new Set([...(css.match(/(?<=var\()--[\w-]+/g) ?? []), ...(ours.match(/--[\w-]+/g) ?? [])]);
  const root = postcss.parse(css);
  root.walkDecls(/^--/, (declaration) => {
    if (!read.has(declaration.prop) && !composed.test(declaration.prop.slice(2))) declaration.remove();
  });
  return root.toString();
}
