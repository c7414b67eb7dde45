// The script of the first cards imports this file instead of react, react-dom/client and react-router-dom.
// preact/compat would do the same, but is 1.4 kB larger.
import { type ComponentChild, type FunctionComponent, render } from 'preact';

export { createContext, createElement, Fragment } from 'preact';
export * from 'preact/hooks';

export const createRoot = (container: Element) => ({
  render: (children: ComponentChild) => render(children, container),
});
/** The cards are rendered once. */
export const memo = <Props,>(component: FunctionComponent<Props>) => component;
/** Preact passes refs as props. */
export const forwardRef = memo;

/** As a link is rendered in a prerendered page. */
export const Link = ({ to, ...props }: { to: string }) => (
  <a {...props} href={import.meta.env.BASE_URL + to.slice(1)} data-discover="true" />
);
