/** What the shopper, another tab or the network does. Both the tab and the model take these events. */
export type Events = {
  open(address: string): unknown;
  back(): unknown;
  forward(): unknown;
  reload(): unknown;
  /** A link by its address, or a button: `nav /cart`, `link /items`, `button Remove of Mug`. */
  press(control: string): unknown;
  /** Texts by field as a query string: `email=ada@example.com&password=ada`. */
  write(fields: string): unknown;
  /** Decides what happens to the next request. */
  nextRequest(incident: string): unknown;
  /** Another tab stores a token, which notifies the page. */
  otherTab(token: string): unknown;
  /** The browser's tools store a token, which does not notify the page. */
  devTools(token: string): unknown;
  /** Lets the response to a request arrive. The oldest request in flight is number 0. */
  receive(number: string): unknown;
};

/** An event and its argument, such as `press nav /cart`. */
export type Step = keyof Events | `${keyof Events} ${string}`;

/** Calls the function for the event, if there is one. */
export function take<Result>(
  functions: Partial<Record<keyof Events, (argument: string) => Result>>,
  step: Step,
) {
  const [, event, argument = ''] = /^(\w+) ?(.*)$/.exec(step) ?? [];
  return functions[event as keyof Events]?.(argument);
}

/** `otherTab none` and `devTools none` remove the token. */
export const parseToken = (argument: string) => (argument === 'none' ? null : argument);
