import { screenTexts } from '../support/screens';
import type { Look } from './look';
import { type Answer, items, type Sent, tokens } from './shop';
import type { Step } from './steps';

/** What can be seen of the tab after a step. */
export type Seen = Look & {
  /** What left and what was said since the step before: requests, `alert "…"`, `reload`. */
  log: (Sent | string)[];
  /** Whether requests and alerts were seen apart, so that nothing is known of the order between them. */
  isApart?: boolean;
  address: string;
  historyLength: number;
  /** The stored token. */
  token: string | null;
  /** The requests that wait for an answer, by their place in the order in which they left. */
  underWay: number[];
};

/** A request under way. */
type Call = {
  id: number;
  /** When the store gives up, in seconds of the walk. */
  deadline: number;
  answer: Answer | 'never';
  /** What the answer does, as long as somebody waits for it. */
  end: ((answer: Answer) => void) | undefined;
  /** The button that waits for it. */
  button: string | undefined;
  /** Whether that is still the button that was pressed: once its screen was left, or its list came anew, nothing is said of it. */
  isSame: boolean;
};

/** A list or a cart. `shown`: what is drawn, also while a load is under way. */
type Screen<Row> = { state: 'loading' | 'loaded' | 'failed'; shown?: Row[] | undefined };
type Line = { item: { name: string }; quantity: number };
type Fields = Record<string, string>;

const patience = 10;
const refused: Answer = { ok: false };
const cartFailure = 'Please login to view your cart.';
const formFailures = {
  Signup: 'Signup failed. Please try again.',
  Login: 'Login failed. Please check your credentials.',
};

/** What each screen has, with or without rows. */
const fixed: Record<string, string[]> = {
  '/': ['link /items', 'link /cart'],
  '/login': ['button Login', 'link /signup'],
  '/signup': ['button Signup', 'link /login'],
  '/items': ['button Apply Filters'],
  '/nowhere': ['link /items'],
};

/** What must not be there but where the model has it. Of all other buttons and links it says nothing. */
const known =
  /^button (Add to Cart of|Remove of|Apply Filters|Try again|Login|Signup|Logout)|^nav .(login|signup)/;

/**
 * A shopper's tab, as the specification and the table in the design document have it: what each step asks and says, where
 * it leads, and what can be pressed then. Where they leave a choice, the comment says what was chosen.
 */
export function makeModel() {
  // The tab.
  let places: { address: string; document: number }[] = [];
  let place = -1;
  let documents = 0;
  let stored: string | null = null;
  let time = 0;
  /** How many requests have left, and those among them that the step has brought and nothing here has asked for yet. */
  let sent = 0;
  let open: (Sent & { id: number })[] = [];
  let log: string[] = [];
  /** Where in the log something stands that may also be left out. */
  let spare = -1;
  let controls: string[] = [];

  // The page: everything that a reload forgets.
  let calls: Call[] = [];
  let session: string | null = null;
  /** Where focus may be. */
  let focus = ['nothing'];
  let fields: Fields = {};
  /** What stood in them before a reload: some browsers write it again. */
  let written: Fields = {};
  let list: Screen<string> | undefined;
  let listCall: Call | undefined;
  /** The lists that the page has had: coming back, the shopper may find an old one while the new one loads. */
  let lists: string[][] = [];
  let cart: Screen<Line> | undefined;
  let cartCall: Call | undefined;
  /** How many reasons there are to load the open cart anew. */
  let reasons = 0;
  /** The buttons of lines that were removed, until the cart without them is there. */
  let removed: string[] = [];
  let submitCall: Call | undefined;

  const address = () => places[place]?.address ?? '';
  const path = () => address().split('?')[0] as string;
  const say = (text: string) => log.push(`alert "${text}"`);

  // Requests and their answers.

  function ask(what: string, body: object | undefined, end: Call['end'], button?: string) {
    // A token that storage has got or lost without an event is noticed here, at the latest. The table asks for it at
    // cart calls; at every call is simpler, and harms nobody.
    changeSession();
    const token = what.includes('/cart') ? session : null;
    const text = [what, body && JSON.stringify(body), token && `as ${token}`].filter(Boolean).join(' ');
    const own = take(text);
    const call: Call = {
      deadline: time + patience,
      id: -1,
      answer: refused,
      ...own,
      end,
      button,
      isSame: true,
    };
    calls.push(call);
    // No header can carry it: the call has failed before it leaves.
    if (token === tokens.broken) finish(call, refused);
    else log.push(text);
    return call;
  }

  /** The first request with that line which nothing here has asked for yet. */
  function take(text: string) {
    const own = open.find((it) => it.text === text);
    open = open.filter((it) => it !== own);
    return own;
  }

  const forget = (call: Call | undefined) => {
    if (call) call.end = undefined;
  };

  function finish(call: Call, answer: Answer) {
    calls = calls.filter((it) => it !== call);
    const isCart = call === cartCall && call.end;
    // Storage is looked at before an answer counts, too. A cart that has failed by then was asked for: saying so is as right as not.
    if (changeSession() && isCart) spare = say(cartFailure) - 1;
    const { end } = call;
    forget(call);
    end?.(answer);
    catchUp();
  }

  function pass(seconds: number) {
    const until = time + seconds;
    for (;;) {
      const late = calls
        .filter(({ deadline }) => deadline <= until)
        .sort((a, b) => a.deadline - b.deadline)[0];
      if (!late) break;
      time = late.deadline;
      finish(late, refused);
    }
    time = until;
  }

  // The session.

  /** Goes by what storage says. What belongs to the shopper is dropped and, where it is open, asked for anew. */
  function changeSession(): boolean {
    if (session === stored) return false;
    session = stored;
    leaveButtons();
    if (cart) reasons += 1;
    forgetCart();
    return true;
  }

  function forgetCart() {
    forget(cartCall);
    if (focus[0]?.startsWith('button Remove')) focus = ['title'];
    cart = undefined;
    removed = [];
  }

  function leaveButtons(kind = 'button') {
    for (const call of calls) if (call.button?.startsWith(kind)) call.isSame = false;
  }

  // Screens.

  function startPage() {
    calls = [];
    session = stored;
    focus = ['nothing'];
    written = fields;
    list = cart = undefined;
    lists = [];
    removed = [];
    arrive('');
  }

  function navigate(to: string, isNew = to !== address()) {
    const from = path();
    // A link to the same address is no new place in the history.
    if (isNew) {
      places = [...places.slice(0, place + 1), { address: to, document: places[place]?.document ?? 0 }];
      place += 1;
    }
    arrive(from);
  }

  /** Back, Forward and reload. */
  function goBy(by: number) {
    const from = places[place];
    place += by;
    // Another page, or this one, which the browser loads anew.
    if (by === 0 || places[place]?.document !== from?.document) startPage();
    else arrive(from?.address.split('?')[0] as string);
  }

  /** Opening, a link, Back, Forward and Apply: the screen loads. */
  function arrive(from: string) {
    if (path() !== from) {
      forgetCart();
      leaveButtons();
      list = undefined;
      fields = path() === '/login' ? { Email: '', Password: '' } : {};
      if (path() === '/signup') fields = { Name: '', Email: '', Password: '' };
      if (from) focus = ['title'];
    }
    changeSession();
    reasons = 0;
    if (path() === '/items') {
      fields = readAddress();
      loadList();
    }
    if (path() === '/cart') loadCart();
  }

  /** The filters of the address. A price that is no number is no filter. */
  function readAddress(): Fields {
    const given = new URLSearchParams(address().split('?')[1]);
    const price = (name: string) => (Number.isFinite(Number(given.get(name))) ? (given.get(name) ?? '') : '');
    return {
      'Min Price': price('priceMin'),
      'Max Price': price('priceMax'),
      Category: given.get('category') ?? '',
    };
  }

  /** Filters are sent only when they are not empty. */
  function toQuery(filters: Fields) {
    const names = { priceMin: 'Min Price', priceMax: 'Max Price', category: 'Category' };
    const set = Object.entries(names).flatMap(([name, field]) => {
      const text = filters[field]?.trim();
      return text ? [[name, text]] : [];
    });
    return set.length ? `?${new URLSearchParams(set)}` : '';
  }

  function loadList() {
    // The last load wins.
    forget(listCall);
    showList({ state: 'loading', shown: list?.shown });
    listCall = ask(`GET /items${toQuery(readAddress())}`, undefined, ({ ok, body }) => {
      if (!ok || !Array.isArray(body)) return showList({ state: 'failed' });
      const shown = body.map(({ name }) => name);
      lists.push(shown);
      showList({ state: 'loaded', shown });
    });
  }

  /** Other cards may come in place of those that were there, which would know neither of what is under way nor of focus. */
  function showList(next: Screen<string>) {
    if (path() !== '/items') return;
    list = next;
    leaveButtons('button Add');
    if (focus[0]?.startsWith('button Add')) focus.push('nothing');
  }

  function loadCart() {
    // The last load wins. Lines stay until the new ones are there, except after a failure: they would be stale.
    forget(cartCall);
    cart = { state: 'loading', shown: cart?.shown };
    cartCall = ask('GET /cart', undefined, ({ ok, body }) => {
      removed = [];
      const lines: Line[] | undefined = ok && Array.isArray(body) ? body : undefined;
      if (!lines) say(cartFailure);
      moveFocusOn(cart?.shown ?? [], lines ?? []);
      cart = lines ? { state: 'loaded', shown: lines } : { state: 'failed' };
    });
  }

  /** Loads the open cart once for all reasons; a load for each, of which the last counts, is as good. */
  function catchUp() {
    const due = reasons;
    reasons = 0;
    if (!due || path() !== '/cart') return;
    loadCart();
    if (due > 1 && open.some(({ text }) => text.startsWith('GET /cart'))) loadCart();
  }

  /** When a line goes while its Remove has focus, focus goes to the next line's, or to the title. */
  function moveFocusOn(before: Line[], after: Line[]) {
    const [, name] = /^button Remove of (.*)/.exec(focus[0] ?? '') ?? [];
    const isThere = (name: string) => after.some(({ item }) => item.name === name);
    if (!name || isThere(name)) return;
    const names = before.map(({ item }) => item.name);
    const next = names.slice(names.indexOf(name) + 1).find(isThere);
    focus = [next ? `button Remove of ${next}` : 'title'];
  }

  // What the shopper presses.

  function press(control: string) {
    focus = [control];
    const [, name = '', of] = /^button (.*?)(?: of (.*))?$/.exec(control) ?? [];
    const itemId = items.find((it) => it.name === of)?._id;
    // A link is named by where it leads.
    if (!name) return navigate(control.replace(/^\w+ /, ''));
    if (name === 'Logout') {
      stored = null;
      log.push('reload');
      return startPage();
    }
    if (name === 'Apply Filters') return navigate(`/items${toQuery(fields)}`);
    if (name === 'Try again') {
      // The panel with the button goes; it stays if it is there again before the browser has drawn anything.
      focus = ['title', control];
      return loadList();
    }
    // What is under way is not begun again.
    if (controls.includes(`${control} (busy)`)) return;
    if (name === 'Login' || name === 'Signup') submit(name, control);
    else if (name === 'Remove') remove({ itemId }, control);
    else add({ itemId, quantity: 1 }, control);
  }

  function add(body: object, button: string) {
    const end = ({ ok }: Answer) => {
      say(ok ? 'Item added to cart!' : 'Please login to add items to cart.');
      // A cart that is open by now is not to be behind.
      if (ok) reasons += 1;
    };
    ask('POST /cart/add', body, end, button);
  }

  function remove(body: object, button: string) {
    // From a cart that is not the one on screen: the new one is loaded in its place.
    if (changeSession()) return;
    const end = ({ ok }: Answer) => {
      if (!ok) return say('Error removing item.');
      reasons += 1;
      if (call.isSame) removed.push(button);
    };
    const call = ask('POST /cart/remove', body, end, button);
  }

  function submit(name: 'Login' | 'Signup', button: string) {
    // All fields are required; the browser may lead to the one that is missing.
    const empty = Object.keys(fields).find((field) => !fields[field]);
    if (empty) return focus.push(`field ${empty}`);
    // The last one submitted wins.
    forget(submitCall);
    const { Name, Email: email, Password: password } = fields;
    const body = { ...(name === 'Signup' && { name: Name }), email, password };
    const end = ({ ok, body }: Answer) => {
      const { token } = (body ?? {}) as { token?: unknown };
      if (!ok || typeof token !== 'string') return say(formFailures[name]);
      stored = session = token;
      say(`${name} successful`);
      // Whether an open cart, which is left at once, is asked for, is left open.
      if (path() === '/cart' && take(`GET /cart as ${token}`)) log.push(`GET /cart as ${token}`);
      forgetCart();
      // Always a new place, also from the items, for which the form may have been left.
      navigate('/items', true);
    };
    submitCall = ask(`POST /auth/${name.toLowerCase()}`, body, end, button);
  }

  /** All that can be pressed. */
  function offer(): string[] {
    const rows = (button: string, names: string[]) => names.map((name) => `button ${button} of ${name}`);
    const own = session === null ? ['nav /signup', 'nav /login'] : ['button Logout'];
    const lines = cart?.shown?.map(({ item }) => item.name) ?? [];
    const offered = ['nav /', 'nav /items', 'nav /cart', ...own, ...(fixed[path()] ?? [])];
    offered.push(...rows('Add to Cart', list?.shown ?? []), ...rows('Remove', lines));
    if (list?.state === 'failed') offered.push('button Try again');
    if (list?.state === 'loaded' && !list.shown?.length) offered.push('link /items');
    if (cart && cart.state !== 'loading') offered.push('link /items');
    if (cart?.state === 'failed') offered.push('link /login');
    return offered;
  }

  // The comparison.

  function compareLog({ log: seen, isApart }: Seen) {
    const isAlert = (text: string) => text.startsWith('alert');
    const apart = (texts: string[]) => [...texts.filter((it) => !isAlert(it)), ...texts.filter(isAlert)];
    if (spare >= 0 && log.length > seen.length) log.splice(spare, 1);
    const expected = isApart ? apart(log) : log;
    log = [];
    spare = -1;
    return differ('asked and said', expected, seen.map(toText));
  }

  function compareItems({ items: seen }: Seen) {
    // While it loads: what was there, or one that the page has had; where nothing was, nothing.
    const ways = list?.state === 'loading' ? [list.shown ?? [], ...lists] : [list?.shown ?? []];
    const way = ways.find((names) => `${names}` === `${seen}`);
    if (list && way && way !== ways[0]) showList({ ...list, shown: way });
    return way ? [] : differ('items', ways[0], seen);
  }

  function compareControls(seen: Seen) {
    const offered = offer();
    const there = seen.controls.map((control) => control.replace(' (busy)', ''));
    const wrong = there.filter((control) => {
      const waiting = calls.filter(({ button }) => button === control);
      const mustWait = removed.includes(control) || waiting.some(({ isSame }) => isSame);
      return seen.controls.includes(`${control} (busy)`) ? !mustWait && !waiting.length : mustWait;
    });
    const missing = offered.filter((control) => !there.includes(control));
    const surplus = there.filter((control) => known.test(control) && !offered.includes(control));
    return differ('missing, too much, wrongly busy or free', [[], [], []], [missing, surplus, wrong]);
  }

  function compareFields({ fields: seen }: Seen) {
    for (const name in fields) if (written[name] === seen[name]) fields[name] = written[name] as string;
    written = {};
    const same = Object.fromEntries(Object.keys(fields).map((name) => [name, seen[name]]));
    return differ('fields', fields, same);
  }

  function compareFocus(seen: Seen) {
    const [own = ''] = focus;
    const isThere = [own, `${own} (busy)`].some((it) => seen.controls.includes(it));
    // Where the shopper did not do away with it by pressing it, the browser may have dropped focus.
    if (!isThere && /^(button|link|nav)/.test(own))
      focus = /Add|Logout|^nav/.test(own) ? ['title', 'nothing'] : ['title'];
    // A panel in the list's place may go and come back, when a failure from before is shown until the load begins.
    if (list && /^(link|button Try)/.test(own)) focus.push('title');
    const wanted = focus;
    focus = [seen.focus];
    return wanted.includes(seen.focus) ? [] : differ('focus', wanted, seen.focus);
  }

  const answerable = () => calls.filter(({ answer }) => answer !== 'never');
  const pick = (nth: number) => answerable()[nth % answerable().length] as Call;

  function act(step: Step) {
    switch (step.do) {
      case 'open':
        // As browsers do: the same address once more is a reload.
        if (step.address === address()) return startPage();
        places = [...places.slice(0, place + 1), { address: step.address, document: ++documents }];
        place += 1;
        return startPage();
      case 'go':
        return goBy(step.by);
      case 'store':
        stored = step.token;
        return step.isHeard && changeSession();
      case 'answer':
        return finish(pick(step.nth), pick(step.nth).answer as Answer);
      case 'wait':
        return pass(step.seconds);
      case 'write':
        fields = { ...fields, ...step.fields };
        focus = [`field ${Object.keys(step.fields).at(-1)}`];
        return step.control && press(step.control);
      case 'press':
        return press(step.control);
    }
  }

  return {
    /** Whether the page offers the step. */
    can(step: Step): boolean {
      const isThere = (control: string) => controls.some((it) => [control, `${control} (busy)`].includes(it));
      if (step.do === 'go') return places[place + step.by] !== undefined;
      // Storage tells other tabs of changes only.
      if (step.do === 'store') return step.token !== stored;
      if (step.do === 'answer') return answerable().length > 0;
      if (step.do === 'press') return isThere(step.control);
      if (step.do !== 'write') return true;
      const isForm = Object.keys(step.fields).every((name) => name in fields);
      return isForm && (!step.control || isThere(step.control));
    },

    /** The place, in the order in which requests left, of the one whose answer the step lets arrive. */
    placeOf: (nth: number) => pick(nth).id,

    /** Takes the step that has brought what was seen. */
    take(step: Step | undefined, seen: Seen) {
      open = seen.log.flatMap((it) => (typeof it === 'string' ? [] : [{ ...it, id: sent++ }]));
      if (step) act(step);
      catchUp();
    },

    /** Every answer arrives, in order; those that never come time out. */
    rest() {
      while (calls.length > 0) {
        const [next] = answerable();
        if (next) finish(next, next.answer as Answer);
        else pass(1);
      }
    },

    /** What the tab does otherwise than the model. */
    compare(seen: Seen): string[] {
      const { heading, title } = screenTexts[path() in screenTexts ? (path() as '/') : '/nowhere'];
      const lines = cart?.shown?.map(({ item, quantity }) => `${quantity} ${item.name}`) ?? [];
      const isLoading = [list, cart].some((it) => it?.state === 'loading');
      const differences = [
        ...compareLog(seen),
        ...compareItems(seen),
        ...differ('lines', lines, seen.lines),
        ...differ('whether the cart is called empty', cart?.shown?.length === 0, seen.saysEmpty),
        ...differ('address', address(), seen.address),
        ...differ('places in the history', places.length, seen.historyLength),
        ...differ('token', stored, seen.token),
        ...differ('title', [title, heading], [seen.title, seen.heading]),
        ...differ('whether something loads', isLoading, seen.isBusy),
        ...compareFields(seen),
        ...compareFocus(seen),
      ];
      // What the store has broken off waits no longer.
      calls = calls.filter(({ id }) => seen.underWay.includes(id));
      differences.push(...compareControls(seen));
      controls = seen.controls;
      return differences;
    },
  };
}

const toText = (it: Sent | string) => (typeof it === 'string' ? it : it.text);

function differ(what: string, expected: unknown, actual: unknown): string[] {
  const [wanted, is] = [JSON.stringify(expected), JSON.stringify(actual)];
  return wanted === is ? [] : [`${what}: ${is}\n  where the model has ${wanted}`];
}
