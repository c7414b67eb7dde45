/** What a view takes from React and its router, for the script of the first cards: enough to draw it once. What throws here is left to the bundle. */
type Props = Record<string, unknown>;
type Type = string | ((props: Props) => unknown);
type Drawn = { type: string; props: Props };

export const jsx = (type: Type, props: Props) => (typeof type === 'string' ? { type, props } : type(props));
export const Fragment = ({ children }: Props) => children;
export const memo = <T>(it: T) => it;
export const createContext = (value: unknown) => ({ value });
export const useContext = ({ value }: { value: unknown }) => value;
export const useState = (first: unknown) => [typeof first === 'function' ? first() : first];
export const useRef = (current: unknown) => ({ current });
export const useMemo = (make: () => unknown) => make();
export const useEffect = () => {};
export { jsx as jsxs, memo as forwardRef, memo as useCallback, useEffect as useLayoutEffect };

export function Link({ to, ...rest }: Props) {
  const [, path] = /^\/(?!\/)(.*)/.exec(to as string) as RegExpExecArray;
  return jsx('a', { ...rest, href: import.meta.env.BASE_URL + path, 'data-discover': 'true' });
}

/** What React would put into an element. */
export const draw = (children: unknown, outer = 'http://www.w3.org/1999/xhtml'): (Node | string)[] =>
  [children].flat(Infinity).flatMap((child) => {
    if (typeof child === 'object') return child ? make(child as Drawn, outer) : [];
    // React expects no node for an empty text.
    return typeof child === 'number' || typeof child === 'string' ? String(child) || [] : [];
  });

const names: Props = { className: 'class', htmlFor: 'for', defaultValue: 'value', defaultChecked: 'checked' };
const kebab = (name: string) => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, '-$&').toLowerCase());

function make({ type, props: { children, style: styles, ...attributes } }: Drawn, outer: string) {
  const namespace = type === 'svg' ? 'http://www.w3.org/2000/svg' : outer;
  const element = document.createElementNS(namespace, type) as HTMLElement;
  const { style } = element;
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'boolean' && name in element) Object.assign(element, { [name]: value });
    // Of SVG's attributes, those that are styles too have hyphens.
    else if (/string|number|boolean/.test(typeof value))
      element.setAttribute(String(names[name] ?? (name in style ? kebab(name) : name)), String(value));
  for (const [name, value] of Object.entries(styles ?? {})) {
    style.setProperty(kebab(name), String(value ?? ''));
    // A number that means nothing by itself is of pixels.
    if (value && !style.getPropertyValue(kebab(name))) style.setProperty(kebab(name), `${value}px`);
  }
  element.append(...draw(children, namespace));
  return element;
}
