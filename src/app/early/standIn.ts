/** What a view takes from React and its router, for the script of the first cards: enough to draw it once. Hooks answer their first value. */
type Props = Record<string, unknown>;
type Context = { value: unknown; Provider?: Context };
type Type = string | ((props: Props) => unknown) | Context;

export const jsx = (type: Type, props: Props) => ({ type, props });
export { jsx as jsxs };
export const Fragment = ({ children }: Props) => children;
export const memo = (component: Type) => component;
export const forwardRef = (render: (props: Props, ref: null) => unknown) => (props: Props) =>
  render(props, null);
export function createContext(value: unknown) {
  const context: Context = { value };
  return Object.assign(context, { Provider: context });
}
export const useContext = ({ value }: Context) => value;
export const useState = (first: unknown) => [typeof first === 'function' ? first() : first, () => {}];
export const useRef = (current: unknown) => ({ current });
export const useMemo = (make: () => unknown) => make();
export const useCallback = (callback: unknown) => callback;
export const useSyncExternalStore = (_: unknown, now: () => unknown, first = now) => first();
export const useEffect = () => {};
export { useEffect as useLayoutEffect };

export function Link({ to, replace, state, relative, reloadDocument, preventScrollReset, ...rest }: Props) {
  const path = typeof to === 'string' ? to : Object.values(to as Props).join('');
  const isAway = /^([a-z][\w+.-]*:|\/\/)/i.test(path);
  const under = path.startsWith('/') ? path.slice(1) : `items${/^\w/.test(path) ? '/' : ''}${path}`;
  const href = isAway ? path : import.meta.env.BASE_URL + under;
  return jsx('a', { ...rest, href, 'data-discover': isAway ? null : 'true' });
}

/** Adds `node` to an element as React would. */
export function draw(node: unknown, into: Element) {
  if (Array.isArray(node)) {
    for (const child of node) draw(child, into);
  } else if (typeof node === 'string' || typeof node === 'number') {
    // React expects no node for an empty text.
    if (node !== '') into.append(String(node));
  } else if (typeof node === 'object' && node) {
    const { type, props } = node as ReturnType<typeof jsx>;
    if (typeof type === 'string') into.append(make(type, props, into));
    else if (typeof type === 'function') draw(type(props), into);
    else {
      const { value } = type;
      type.value = props.value;
      draw(props.children, into);
      type.value = value;
    }
  }
}

function make(type: string, props: Props, into: Element) {
  const namespace = type === 'svg' ? 'http://www.w3.org/2000/svg' : into.namespaceURI;
  const element = document.createElementNS(namespace, type) as HTMLElement;
  for (const name in props) write(element, name, props[name]);
  draw(props.children, element);
  return element;
}

const names: Props = { className: 'class', htmlFor: 'for', defaultValue: 'value', defaultChecked: 'checked' };

const kebab = (name: string) => name.replace(/[A-Z]/g, '-$&').toLowerCase();

function write(element: HTMLElement, name: string, value: unknown) {
  if (name === 'style') writeStyle(element.style, value as Props);
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
    const value = values[name] ?? '';
    style.setProperty(property, String(value));
    // A number that means nothing by itself is of pixels.
    if (typeof value === 'number' && !style.getPropertyValue(property))
      style.setProperty(property, `${value}px`);
  }
}
