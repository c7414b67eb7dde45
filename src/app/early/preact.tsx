// Replaces react, react-dom/client and react-router-dom in the first-cards script.
// Exports more than ItemCard uses today, so that a card can contain a link, a plain SVG or a small component.
// preact/compat would do the same, but is 1.8 kB larger.
import { type ComponentChild, type FunctionComponent, options, render } from 'preact';

export { createContext, createElement, Fragment } from 'preact';
export * from 'preact/hooks';

export const createRoot = (container: Element) => ({
  render: (children: ComponentChild) => render(children, container),
});
/** Does nothing: the cards render once. */
export const memo = <Props,>(component: FunctionComponent<Props>) => component;
/** Drops the ref: no part of a card needs one. */
export const forwardRef = memo;

/** Renders the same markup as React Router's Link. */
export const Link = ({ to, ...props }: { to: string }) => (
  <a {...props} href={import.meta.env.BASE_URL + to.slice(1)} data-discover="true" />
);

/** The SVG presentation attributes, which React writes with a hyphen: `strokeWidth` is stroke-width. Not `clipPathUnits`, `markerWidth` and the like. */
const hyphenated =
  /^(alignment|baseline|clip(?!PathU)|color|dominant|fill|flood|font|image(?!S)|letter|lighting|marker(?![HUW])|mask(?=T)|paint|pointer|shape|stop|stroke|text(?!L)|transform|unicode|vector|word|writing)[A-Z]/;
options.vnode = (vnode) => {
  if (typeof vnode.type !== 'string') return;
  const props = vnode.props as Record<string, unknown>;
  for (const name of Object.keys(props).filter((name) => hyphenated.test(name))) {
    props[name.replace(/[A-Z]/g, '-$&').toLowerCase()] = props[name];
    delete props[name];
  }
};
