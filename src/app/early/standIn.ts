/** What a view takes from React and its router, for the script of the first cards: enough to draw it once. What throws here is left to the bundle. */
type Props = Record<string, unknown>;
type Component = (props: Props) => unknown;

export const jsx = (type: string | Component, props: Props) => ({ type, props });
export { jsx as jsxs };
export const Fragment = ({ children }: Props) => children;
export const memo = (component: Component) => component;
export const forwardRef = (render: (props: Props, ref: null) => unknown) => (props: Props) =>
  render(props, null);
export const createContext = (value: unknown) => ({ value });
export const useContext = ({ value }: { value: unknown }) => value;
// Hooks answer their first value.
export const useState = (first: unknown) => [typeof first === 'function' ? first() : first];
export const useRef = (current: unknown) => ({ current });
export const useMemo = (make: () => unknown) => make();
export const useCallback = (callback: unknown) => callback;
export const useEffect = () => {};
export { useEffect as useLayoutEffect };

export function Link({ to, ...rest }: Props) {
  const [, path] = /^\/(?!\/)(.*)/.exec(to as string) as RegExpExecArray;
  return jsx('a', { ...rest, href: import.meta.env.BASE_URL + path, 'data-discover': 'true' });
}

/** Adds `node` to an element as React would. */
export function draw(node: unknown, into: Element | DocumentFragment) {
  if (Array.isArray(node)) for (const child of node) draw(child, into);
  // React expects no node for an empty text.
  else if (typeof node === 'number' || (node && typeof node === 'string')) into.append(String(node));
  else if (node && typeof node === 'object') {
    const { type, props } = node as ReturnType<typeof jsx>;
    if (typeof type !== 'string') return draw(type(props), into);
    const namespace = type === 'svg' ? 'http://www.w3.org/2000/svg' : (into as Element).namespaceURI;
    const element = document.createElementNS(namespace ?? document.documentElement.namespaceURI, type);
    for (const name in props) write(element as HTMLElement, name, props[name]);
    draw(props.children, element);
    into.append(element);
  }
}

const names: Props = { className: 'class', htmlFor: 'for', defaultValue: 'value', defaultChecked: 'checked' };

const kebab = (name: string) => name.replace(/[A-Z]/g, '-$&').toLowerCase();

function write(element: HTMLElement, name: string, value: unknown) {
  if (name === 'style') return writeStyle(element.style, value as Props);
  // Elsewhere, false is no attribute, and true an empty one.
  const isWord = /-|draggable/.test(name) && typeof value === 'boolean';
  const text = isWord ? String(value) : value === true ? '' : value;
  if (name === 'children' || (typeof text !== 'string' && typeof text !== 'number')) return;
  // Of SVG's attributes, those that are styles too have hyphens.
  element.setAttribute(String(names[name] ?? (name in element.style ? kebab(name) : name)), String(text));
}

function writeStyle(style: CSSStyleDeclaration, values: Props) {
  for (const name in values) {
    const property = name.startsWith('--') ? name : kebab(name);
    style.setProperty(property, String(values[name] ?? ''));
    // A number that means nothing by itself is of pixels.
    if (values[name] && !style.getPropertyValue(property)) style.setProperty(property, `${values[name]}px`);
  }
}
