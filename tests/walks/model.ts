import { filterNames } from '../../src/features/items/filters';
import { messages } from '../../src/store/messages';
import { headings, notFoundHeading } from '../support/screens';
import { describeRequest, items, type Outcome } from './backend';
import { type Events, parseToken, type Step, take } from './steps';
import type { Observation, SentRequest } from './tab';

/** A request that the store must send, and the button that waits for its response. */
type PendingCall = { sent: SentRequest | undefined; button: string | undefined; end(outcome: Outcome): void };

/** The list or the cart. After a failure, its rows are no longer on display. */
type Content = { state: 'loading' | 'loaded' | 'failed'; rows?: string[] | undefined; call?: PendingCall };

/** Controls that the page may have only where the model expects them. It may have other controls anywhere. */
const specifiedControls = /^button (Add to Cart|Remove|Logout)|^nav .(login|signup)/;

/**
 * The store by its specification. Where that is silent: by records 0004 and 0005 in docs/decisions.
 * Each event records the requests and alerts that must follow, and changes what the page must show.
 */
export function createModel() {
  // The browser tab.
  let history: string[] = [];
  let position = 0;
  let storedToken: string | null = null;
  let before: Observation | undefined;
  let after: Observation | undefined;
  /** The requests, alerts and reloads that the step must cause. */
  let log: string[] = [];
  let pressed: string | undefined;

  // The page. A reload resets all of it.
  let calls: PendingCall[] = [];
  /** The page may not have noticed yet that the stored token has changed. */
  let token: string | null = null;
  let content: Content | undefined;
  /** The last list for each request. The page shows it again while it reloads that list. */
  let lists = new Map<string, string[]>();
  let filters = filtersOf('');
  let lastSubmit: PendingCall | undefined;
  let isCartOutdated = false;
  /** The buttons of the shopper's removed lines. They wait for the new cart. */
  let removed: string[] = [];

  const address = () => history[position] ?? '';
  const path = () => address().split('?')[0] ?? '';
  const tell = (alert?: string) => alert && log.push(`alert "${alert}"`);

  function startPage() {
    calls = [];
    content = undefined;
    lists = new Map();
    removed = [];
    token = storedToken;
    arriveAt(position);
  }

  /** A link to the current address adds nothing to the history. */
  function navigate(to: string, isNew = to !== address()) {
    if (isNew) history = [...history.slice(0, position + 1), to];
    else history[position] = to;
    arriveAt(position + Number(isNew));
  }

  /** Each navigation to the items or the cart is one request, whatever else the query string says. */
  function arriveAt(nextPosition: number) {
    const from = path();
    position = nextPosition;
    if (path() !== from) content = undefined;
    followStorage();
    filters = filtersOf(address());
    if (path() === '/items' || path() === '/cart') load();
  }

  /** The page uses the stored token from now on. The cart of another shopper disappears. */
  function followStorage() {
    if (token === storedToken) return false;
    token = storedToken;
    removed = [];
    isCartOutdated = path() === '/cart';
    if (isCartOutdated) content = undefined;
    return true;
  }

  function reloadOutdatedCart() {
    if (isCartOutdated && path() === '/cart') load();
    isCartOutdated = false;
  }

  function send(
    request: string,
    body: object | undefined,
    button: string | undefined,
    end: PendingCall['end'],
  ) {
    // The cart's requests must use the stored token. The model lets every request notice a change.
    followStorage();
    const text = describeRequest(request, body, request.includes(' /cart') ? token : null);
    log.push(text);
    const sent = after?.sent.find((sent) => sent.text === text && !calls.some((call) => call.sent === sent));
    const call: PendingCall = { sent, button, end };
    calls.push(call);
    return call;
  }

  function end(call: PendingCall, outcome: Outcome) {
    calls = calls.filter((other) => other !== call);
    call.end(outcome);
    followStorage();
    reloadOutdatedCart();
  }

  function load() {
    followStorage();
    isCartOutdated = false;
    const isCart = path() === '/cart';
    const request = isCart ? '/cart' : itemsPath(filtersOf(address()));
    const call = send(`GET ${request}`, undefined, undefined, (outcome) => {
      const rows = rowsOf(outcome);
      if (rows && !isCart) lists.set(request, rows);
      // A newer load wins.
      if (content?.call !== call) return;
      if (isCart && !rows) tell(messages.getCart.failure);
      if (isCart) removed.length = 0;
      content = { state: rows ? 'loaded' : 'failed', rows: rows ?? (isCart ? undefined : content.rows) };
    });
    content = { state: 'loading', rows: lists.get(request) ?? content?.rows, call };
  }

  function addToCart(itemId: string | undefined, button: string) {
    send('POST /cart/add', { itemId, quantity: 1 }, button, ({ ok }) => {
      tell(ok ? messages.addToCart.success : messages.addToCart.failure);
      // The shopper may have opened the cart in the meantime.
      isCartOutdated ||= ok;
    });
  }

  function remove(itemId: string | undefined, button: string) {
    // The line belongs to the previous shopper. Only the new cart is loaded.
    if (followStorage()) return;
    // The next shopper has another list.
    const removedByShopper = removed;
    send('POST /cart/remove', { itemId }, button, ({ ok }) => {
      if (!ok) return tell(messages.removeFromCart.failure);
      removedByShopper.push(button);
      isCartOutdated = true;
    });
  }

  /** Unchanged filters add nothing to the history, however the address spells them. */
  function apply() {
    navigate(itemsPath(filters), itemsPath(filters) !== itemsPath(filtersOf(address())));
  }

  function submit(label: 'Login' | 'Signup') {
    const { name, email, password } = before?.fields ?? {};
    if (name === '' || !email || !password) return;
    const endpoint = `/auth/${label.toLowerCase()}`;
    const { success, failure } = label === 'Login' ? messages.login : messages.signup;
    const call = send(`POST ${endpoint}`, { name, email, password }, `button ${label}`, ({ ok, body }) => {
      // The last submit wins.
      if (lastSubmit !== call) return;
      const received = (body as { token?: unknown } | null | undefined)?.token;
      if (!ok || typeof received !== 'string') return tell(failure);
      storedToken = received;
      tell(success);
      // The specification leaves open whether an open cart still loads for the new token, before the navigation aborts that load.
      const cartRequest = describeRequest('GET /cart', undefined, received);
      if (path() === '/cart' && after?.log.includes(cartRequest)) log.push(cartRequest);
      navigate('/items', true);
    });
    lastSubmit = call;
  }

  const events: Partial<Events> = {
    open(address) {
      history = [address];
      position = 0;
      startPage();
    },
    back: () => arriveAt(position - 1),
    forward: () => arriveAt(position + 1),
    reload: startPage,
    press(control) {
      pressed = control;
      const [, label, itemName] = /^button (.*?)(?: of (.*))?$/.exec(control) ?? [];
      const itemId = items.find(({ name }) => name === itemName)?._id;
      // A button ignores presses while it waits for a response.
      if (before?.controls.includes(`${control} (busy)`)) return;
      if (!label) navigate(control.replace(/^(nav|link) /, ''));
      if (label === 'Apply Filters') apply();
      if (label === 'Try again') load();
      if (label === 'Add to Cart') addToCart(itemId, control);
      if (label === 'Remove') remove(itemId, control);
      if (label === 'Login' || label === 'Signup') submit(label);
      if (label === 'Logout') {
        storedToken = null;
        log.push('reload');
        startPage();
      }
    },
    write(fields) {
      const texts = Object.fromEntries(new URLSearchParams(fields));
      Object.assign(path() === '/items' ? filters : (before?.fields ?? {}), texts);
    },
    otherTab(stored) {
      storedToken = parseToken(stored);
      followStorage();
    },
    devTools(stored) {
      storedToken = parseToken(stored);
    },
    receive(number) {
      const call = calls[Number(number) % calls.length];
      if (call?.sent) end(call, call.sent.outcome);
    },
  };

  const conditions: Partial<Record<keyof Events, (argument: string) => boolean>> = {
    back: () => position > 0,
    forward: () => position < history.length - 1,
    press: (control) => Boolean(before?.controls.some((shown) => shown.replace(' (busy)', '') === control)),
    write: (fields) => [...new URLSearchParams(fields)].every(([name]) => name in (before?.fields ?? {})),
    otherTab: (token) => parseToken(token) !== storedToken,
    devTools: (token) => parseToken(token) !== storedToken,
    receive: () => calls.length > 0,
  };

  /** The screen after the step. Copies from `seen` what the specification leaves open. */
  function expectedScreen(seen: Observation): Partial<Observation> {
    const rows = content?.state === 'failed' ? undefined : content?.rows;
    const listed = path() === '/items' && rows ? rows : [];
    const lines = path() === '/cart' && rows ? rows : [];
    const controls = [
      ...['nav /', 'nav /items', 'nav /cart'],
      ...(token === null ? ['nav /signup', 'nav /login'] : ['button Logout']),
      ...listed.map((name) => `button Add to Cart of ${name}`),
      ...lines.map((line) => `button Remove of ${line.split(' ')[1]}`),
    ];
    const withState = (control: string) => {
      const isWaiting = calls.some(({ button }) => button === control);
      // A pending button may look ready after its screen was left and opened again: the new button is not pending.
      const mayBeReady = control !== pressed && !seen.controls.includes(`${control} (busy)`);
      return removed.includes(control) || (isWaiting && !mayBeReady) ? `${control} (busy)` : control;
    };
    const isOther = (control: string) => !specifiedControls.test(control) && !controls.includes(control);
    return {
      heading: headings[path()] ?? notFoundHeading,
      items: listed,
      lines,
      saysCartIsEmpty: path() === '/cart' && rows?.length === 0,
      isLoading: content?.state === 'loading',
      fields: { ...seen.fields, ...(path() === '/items' && filters) },
      controls: [...controls.map(withState), ...seen.controls.filter(isOther)].sort(),
    };
  }

  return {
    isPossible: (step: Step) => take(conditions, step) ?? true,
    isWaiting: () => calls.length > 0,

    /** Takes the step, and describes each difference between what must happen and what has happened. */
    compare(step: Step, seen: Observation): string[] {
      log = [];
      pressed = undefined;
      after = seen;
      take(events, step);
      reloadOutdatedCart();
      before = seen;
      // The store has aborted the others.
      calls = calls.filter(({ sent }) => sent?.isInFlight);
      const tab = { log, address: address(), historyPosition: position + 1, token: storedToken };
      return Object.entries({ ...tab, ...expectedScreen(seen) }).flatMap(([name, value]) => {
        const [expected, actual] = [JSON.stringify(value), JSON.stringify(seen[name as keyof Observation])];
        return expected === actual ? [] : [`${name}: ${actual}`, `  expected ${expected}`];
      });
    },
  };
}

/** The filters in an address. A price that is not a number is not a filter. */
function filtersOf(address: string) {
  const query = new URLSearchParams(address.split('?')[1]);
  const text = (name: string) => query.get(name) ?? '';
  const price = (name: string) => (Number.isNaN(Number(text(name))) ? '' : text(name));
  return Object.fromEntries(
    filterNames.map((name) => [name, name.startsWith('price') ? price(name) : text(name)]),
  );
}

/** The items with these filters, as a request and as an address. Empty filters are left out. */
function itemsPath(filters: ReturnType<typeof filtersOf>): string {
  const texts = Object.entries(filters).map(([name, text]) => [name, text.trim()]);
  const query = new URLSearchParams(texts.filter(([, text]) => text));
  return query.size ? `/items?${String(query).replaceAll('+', '%20')}` : '/items';
}

/** Items by name, cart lines as `2 Mug`; undefined if the response is not a list. */
function rowsOf({ ok, body }: Outcome): string[] | undefined {
  type Row = { name?: string; item?: { name: string }; quantity?: number };
  if (!ok || !Array.isArray(body)) return undefined;
  return body.map(({ name, item, quantity }: Row) => name ?? `${quantity} ${item?.name}`);
}
