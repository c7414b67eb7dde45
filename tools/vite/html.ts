import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment } from 'parse5';

export { parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Attributes = Record<string, string>;

/** Every element of a page with this tag and these attributes. */
export const findAll = (parent: Parent, tag: string, attributes: Attributes = {}): Element[] =>
  parent.childNodes.flatMap((node) => {
    if (!('tagName' in node)) return [];
    const isMeant =
      node.tagName === tag && Object.entries(attributes).every(([name, value]) => read(node, name) === value);
    return [...(isMeant ? [node] : []), ...findAll(node, tag, attributes)];
  });

/** The one such element. */
export function find(parent: Parent, tag: string, attributes: Attributes = {}): Element {
  const found = findAll(parent, tag, attributes);
  const [element] = found;
  if (element && found.length === 1) return element;
  const selector = `${tag}${Object.entries(attributes).map(([name, value]) => `[${name}="${value}"]`)}`;
  throw new Error(`The build needs one ${selector} in index.html, and there are ${found.length}.`);
}

export const read = ({ attrs }: Element, name: string) => attrs.find((it) => it.name === name)?.value;

export function write({ attrs }: Element, name: string, value: string) {
  const attribute = attrs.find((it) => it.name === name);
  if (attribute) attribute.value = value;
  else attrs.push({ name, value });
}

export function make(tag: string, attributes: Attributes, text?: string): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const element = defaultTreeAdapter.createElement(tag, html.NS.HTML, attrs);
  if (text) defaultTreeAdapter.insertText(element, text);
  return element;
}

export function append(parent: Element, ...nodes: Node[]) {
  for (const node of nodes) defaultTreeAdapter.appendChild(parent, node);
}

export function replace(element: Element, ...nodes: Node[]) {
  const { parentNode } = element;
  if (parentNode) for (const node of nodes) defaultTreeAdapter.insertBefore(parentNode, node, element);
  defaultTreeAdapter.detachNode(element);
}

export const readText = (element: Element) =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

/** What stands in `markup`, for another page. */
export const readMarkup = (markup: string) => [...parseFragment(markup).childNodes];

/** Takes the line breaks and indents out of what stands directly in an element. */
export function tighten({ childNodes }: Element) {
  for (const node of [...childNodes])
    if ('value' in node && !node.value.trim()) defaultTreeAdapter.detachNode(node);
}
