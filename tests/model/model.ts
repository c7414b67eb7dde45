import { notFound, screenTexts } from '../support/screens';
import type { Look } from './look';
import { type Answer, items, type Sent, tokens } from './shop';
import { byKind, type Step } from './steps';

/** What can be seen of the tab after a step. */
export type Seen = Look & {
  /** What left and what was said since the step before: requests, `alert "…"`, `reload`. */
  log: (Sent | string)[];
  /** The requests that wait for an answer. Without, all are answered, and of the order between requests and alerts nothing is known. */
  underWay?: Sent[];
};

/** A request under way. */
type Call = {
  /** Unless it has failed before it left. */
  sent: Sent | undefined;
  end(answer: Answer): void;
  /** The button that waits for it, as it was on that visit. */
  button: string | undefined;
  visit: number;
};

/** A list or a cart. `rows`: what is drawn, also while a load is under way; after a failure, what may come back. */
type Screen = { state: 'loading' | 'loaded' | 'failed'; rows?: string[] | undefined; call?: Call };
type Fields = Record<string, string>;

/** What each form asks for, all of it required. */
const forms = {
  Signup: { asks: ['Name', 'Email', 'Password'], failure: 'Signup failed. Please try again.' },
  Login: { asks: ['Email', 'Password'], failure: 'Login failed. Please check your credentials.' },
};

const changes = {
  Add: {
    sends: { quantity: 1 },
    success: 'Item added to cart!',
    failure: 'Please login to add items to cart.',
  },
  Remove: { sends: {}, success: undefined, failure: 'Error removing item.' },
};

const filters = { priceMin: 'Min Price', priceMax: 'Max Price', category: 'Category' };

/** What each screen has, with or without rows. */
const fixed: Record<string, string[]> = {
  '/': ['link /items', 'link /cart'],
  '/login': ['button Login'],
  '/signup': ['button Signup'],
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
  let places: string[] = [];
  let place = 0;
  let stored: string | null = null;
  /** What the step has sent and nothing here has asked for yet. */
  let open: Sent[] = [];
  let log: string[] = [];
  let controls: string[] = [];

  // The page: everything that a reload forgets.
  let calls: Call[] = [];
  let session: string | null = null;
  /** Where focus may be. */
  let focus = ['nothing'];
  let fields: Fields = {};
  let screen: Screen | undefined;
  /** The lists that the page has had, with what was asked: while one is asked for again, the shopper may find it. */
  let lists: string[] = [];
  /** Whether the open cart is to be loaded anew. */
  let isBehind = false;
  /** The buttons of lines that were removed, until the cart without them is there. */
  let removed: string[] = [];
  let submitted: Call | undefined;
  /** One more with each screen, shopper and list: of buttons from before, nothing is said. */
  let visit = 0;

  const address = () => places[place] ?? '';
  const path = () => address().split('?')[0] as string;
  const isCart = () => path() === '/cart';
  const say = (text: string) => log.push(`alert "${text}"`);
  const buttonOf = (row: string) =>
    isCart() ? `button Remove of ${row.replace(/^\d+ /, '')}` : `button Add to Cart of ${row}`;
  /** Where focus is when what had it is gone. What the shopper has not done away with by pressing it, browsers may drop it from. */
  const afterwards = (own: string) => ['title', ...(/Add|Logout|^nav/.test(own) ? ['nothing'] : [])];

  function ask(what: string, body: object | undefined, end: Call['end'], button?: string) {
    // A token that storage has got or lost without an event is noticed here, at the latest. The table asks for it at
    // cart calls; at every call is simpler, and harms nobody.
    followStorage();
    const token = what.includes('/cart') ? session : null;
    const text = [what, body && JSON.stringify(body), token && `as ${token}`].filter(Boolean).join(' ');
    // No header can carry a broken token: the call has failed before it leaves.
    if (token !== tokens.broken) log.push(text);
    const sent = open.find((it) => it.text === text);
    open = open.filter((it) => it !== sent);
    const call: Call = { sent, end, button, visit };
    calls.push(call);
    return call;
  }

  function finish(call: Call, answer: Answer) {
    calls = calls.filter((it) => it !== call);
    call.end(answer);
    followStorage();
    catchUp();
  }

  /** Those that have got no answer fail. */
  function refuse(late: Call[]) {
    for (const call of late) finish(call, { ok: false });
  }

  /** Goes by what storage says. What belongs to the shopper is dropped and, where it is open, asked for anew. */
  function followStorage(): boolean {
    if (session === stored) return false;
    session = stored;
    visit += 1;
    removed = [];
    if (isCart()) {
      if (focus[0]?.startsWith('button Remove')) focus = ['title'];
      screen = undefined;
      isBehind = true;
    }
    return true;
  }

  function startPage() {
    calls = [];
    session = stored;
    focus = ['nothing'];
    lists = [];
    arrive('');
  }

  function navigate(to: string, isNew = to !== address()) {
    const from = path();
    // A link to the same address is no new place in the history.
    if (isNew) places = [...places.slice(0, ++place), to];
    arrive(from);
  }

  /** Opening, a link, Back, Forward and Apply: the screen loads. */
  function arrive(from: string) {
    if (path() !== from) {
      visit += 1;
      removed = [];
      screen = undefined;
      if (from) focus = ['title'];
    }
    followStorage();
    isBehind = false;
    if (path() === '/items') fields = readAddress();
    if (path() === '/items' || isCart()) load();
  }

  /** The filters of the address. A price that is no number is no filter. */
  function readAddress(): Fields {
    const given = new URLSearchParams(address().split('?')[1]);
    const isNone = (name: string) => name !== 'category' && Number.isNaN(Number(given.get(name)));
    return Object.fromEntries(
      Object.entries(filters).map(([name, field]) => [field, isNone(name) ? '' : (given.get(name) ?? '')]),
    );
  }

  /** Filters are sent only when they are not empty. */
  function toQuery(values: Fields) {
    const set = Object.entries(filters).map(([name, field]) => [name, values[field]?.trim() ?? '']);
    const query = new URLSearchParams(set.filter(([, text]) => text));
    return query.size ? `?${query}` : '';
  }

  const askedOfList = () => `GET /items${toQuery(readAddress())}`;

  /** Rows stay until the new ones are there; after a failure those of a list come back while the next one loads. The last load wins. */
  function load() {
    const isOfCart = isCart();
    const what = isOfCart ? 'GET /cart' : askedOfList();
    const call = ask(what, undefined, ({ ok, body }) => {
      const rows: string[] | undefined = ok && Array.isArray(body) ? body.map(toRow) : undefined;
      if (rows) lists.push(`${what}: ${rows}`);
      if (screen?.call !== call) return;
      if (isOfCart) {
        removed = [];
        if (!rows) say('Please login to view your cart.');
        moveFocusOn(screen.rows ?? [], rows ?? []);
      } else renewList();
      screen = { state: rows ? 'loaded' : 'failed', rows: rows ?? (isOfCart ? undefined : screen.rows) };
    });
    screen = { state: 'loading', rows: screen?.rows, call };
    if (!isOfCart) renewList();
  }

  /** Other cards or another panel may come, which would know neither of what is under way nor of focus. */
  function renewList() {
    visit += 1;
    const [own = ''] = focus;
    if (/^link|^button (Add|Try)/.test(own)) focus = [own, ...afterwards(own)];
  }

  function catchUp() {
    if (isBehind && isCart()) load();
    isBehind = false;
  }

  /** When a line goes while its Remove has focus, focus goes to the next line's, or to the title. */
  function moveFocusOn(before: string[], after: string[]) {
    const [names, left] = [before.map(buttonOf), after.map(buttonOf)];
    const from = names.indexOf(focus[0] ?? '');
    if (from < 0 || left.includes(focus[0] ?? '')) return;
    focus = [names.slice(from).find((it) => left.includes(it)) ?? 'title'];
  }

  function press(control: string) {
    focus = [control];
    const [, name = '', of] = /^button (.*?)(?: of (.*))?$/.exec(control) ?? [];
    // A link is named by where it leads.
    if (!name) return navigate(control.replace(/^\w+ /, ''));
    if (name === 'Logout') {
      stored = null;
      log.push('reload');
      return startPage();
    }
    if (name === 'Apply Filters') return navigate(`/items${toQuery(fields)}`);
    if (name === 'Try again') return load();
    // What is under way is not begun again.
    if (controls.includes(`${control} (busy)`)) return;
    if (name === 'Login' || name === 'Signup') submit(name, control);
    else change(name === 'Remove' ? 'Remove' : 'Add', items.find((it) => it.name === of)?._id, control);
  }

  function change(kind: keyof typeof changes, itemId: string | undefined, button: string) {
    // From a cart that is not the one on screen: the new one is loaded in its place.
    if (kind === 'Remove' && followStorage()) return;
    const { sends, success, failure } = changes[kind];
    const end = ({ ok }: Answer) => {
      const text = ok ? success : failure;
      if (text) say(text);
      if (!ok) return;
      // A cart that is open by now is not to be behind.
      isBehind = true;
      if (isCart() && call.visit === visit) removed.push(button);
    };
    const call = ask(`POST /cart/${kind.toLowerCase()}`, { itemId, ...sends }, end, button);
  }

  function submit(name: keyof typeof forms, button: string) {
    const { asks, failure } = forms[name];
    const empty = asks.find((field) => !fields[field]);
    // The browser may lead to the one that is missing.
    if (empty) return focus.push(`field ${empty}`);
    const end = ({ ok, body }: Answer) => {
      // The last one submitted wins.
      if (submitted !== call) return;
      const { token } = (body ?? {}) as { token?: unknown };
      if (!ok || typeof token !== 'string') return say(failure);
      stored = token;
      say(`${name} successful`);
      // An open cart is the new shopper's, and left at once.
      followStorage();
      catchUp();
      // Always a new place, also from the items, for which the form may have been left.
      navigate('/items', true);
    };
    const body = Object.fromEntries(asks.map((field) => [field.toLowerCase(), fields[field]]));
    const call = ask(`POST /auth/${name.toLowerCase()}`, body, end, button);
    submitted = call;
  }

  const drawn = () => (screen?.state === 'failed' ? undefined : screen?.rows);

  /** All that can be pressed. */
  function offer(): string[] {
    const own = session === null ? ['nav /signup', 'nav /login'] : ['button Logout'];
    const { state } = screen ?? {};
    const rows = drawn() ?? [];
    const offered = ['nav /', 'nav /items', 'nav /cart', ...own, ...(fixed[path()] ?? [])];
    offered.push(...rows.map(buttonOf).filter((it) => !it.endsWith(' of ')));
    if (state === 'failed')
      offered.push(...(isCart() ? ['link /login', 'link /items'] : ['button Try again']));
    if (state === 'loaded' && !isCart() && !rows.length) offered.push('link /items');
    return offered;
  }

  function compareLog({ log: seen, underWay }: Seen) {
    const alerts = log.filter((it) => it.startsWith('alert'));
    const expected = underWay ? log : [...log.filter((it) => /^[A-Z]/.test(it)), ...alerts];
    const actual = seen.map((it) => (typeof it === 'string' ? it : it.text));
    log = [];
    return differ('asked and said', expected, actual);
  }

  function compareRows({ items: cards, lines, saysEmpty }: Seen) {
    // While a list loads: what was there, or one that was asked for alike; where nothing was, nothing.
    const isOlder = path() === '/items' && lists.includes(`${askedOfList()}: ${cards}`);
    if (screen?.state === 'loading' && isOlder) screen.rows = cards;
    const rows = drawn();
    return [
      ...differ('items', path() === '/items' && rows ? rows : [], cards),
      ...differ('lines', isCart() && rows ? rows : [], lines),
      ...differ('whether the cart is called empty', isCart() && rows?.length === 0, saysEmpty),
    ];
  }

  function compareControls(seen: Seen) {
    const offered = offer();
    const there = seen.controls.map((control) => control.replace(' (busy)', ''));
    const wrong = there.filter((control) => {
      const waiting = calls.filter(({ button }) => button === control);
      const mustWait = removed.includes(control) || waiting.some((call) => call.visit === visit);
      return seen.controls.includes(`${control} (busy)`) ? !mustWait && !waiting.length : mustWait;
    });
    const missing = offered.filter((control) => !there.includes(control));
    const surplus = there.filter((control) => known.test(control) && !offered.includes(control));
    return differ('missing, too much, wrongly busy or free', [[], [], []], [missing, surplus, wrong]);
  }

  function compareFocus(seen: Seen) {
    const [own = ''] = focus;
    const wanted = /^(button|link|nav)/.test(own) && !isThere(own) ? afterwards(own) : focus;
    focus = [seen.focus];
    return wanted.includes(seen.focus) ? [] : differ('focus', wanted, seen.focus);
  }

  const answerable = () => calls.filter(({ sent }) => sent?.answer !== 'never');
  const pick = (nth: number) => answerable()[nth % answerable().length] as Call;
  const arrives = (call: Call) => finish(call, call.sent?.answer as Answer);

  const act = byKind<unknown>({
    open({ address: to }) {
      places = [to];
      place = 0;
      startPage();
    },
    go({ by }) {
      const from = path();
      place += by;
      if (by === 0) startPage();
      else arrive(from);
    },
    press: ({ control }) => press(control),
    write({ fields: written, control }) {
      fields = { ...fields, ...written };
      focus = [`field ${Object.keys(written).at(-1)}`];
      if (control) press(control);
    },
    fault() {},
    store({ token, isHeard }) {
      stored = token;
      if (isHeard) followStorage();
    },
    wait: () => refuse([...calls]),
    answer: ({ nth }) => arrives(pick(nth)),
  });

  const isThere = (control: string) => controls.some((it) => [control, `${control} (busy)`].includes(it));

  return {
    /** Whether the page offers the step. */
    can: byKind<boolean>({
      open: () => true,
      go: ({ by }) => places[place + by] !== undefined,
      press: ({ control }) => isThere(control),
      write: ({ fields: written, control }) =>
        Object.keys(written).every((name) => name in fields) && (!control || isThere(control)),
      fault: () => true,
      // Storage tells other tabs of changes only.
      store: ({ token }) => token !== stored,
      wait: () => true,
      answer: () => answerable().length > 0,
    }),

    /** The request whose answer the step lets arrive. */
    findSent: (nth: number) => pick(nth).sent,

    /** The step that brings the next answer: it arrives, or the store has waited long enough. */
    settle(): Step | undefined {
      if (!calls.length) return undefined;
      return answerable().length ? { do: 'answer', nth: 0 } : { do: 'wait' };
    },

    /** Takes the steps that have brought what is seen, and says what the tab does otherwise than the model. */
    take(steps: Step[], seen: Seen): string[] {
      open = seen.log.filter((it) => typeof it !== 'string');
      for (const step of steps) act(step);
      catchUp();
      refuse(calls.filter(({ sent }) => !sent));
      while (!seen.underWay && calls.length) arrives(pick(0));
      controls = seen.controls;
      const { heading, title } = screenTexts[path()] ?? notFound;
      const differences = [
        ...compareLog(seen),
        ...compareRows(seen),
        ...differ('address', address(), seen.address),
        ...differ('places in the history', seen.underWay ? place + 1 : places.length, seen.historyLength),
        ...differ('token', stored, seen.token),
        ...differ('title', [title, heading], [seen.title, seen.heading]),
        ...differ('whether something loads', screen?.state === 'loading', seen.isBusy),
        ...compareFocus(seen),
      ];
      // Those of the filters go by the address and what was written since; browsers may keep the others.
      if (path() !== '/items') fields = seen.fields;
      // What the store has broken off waits no longer.
      calls = calls.filter(({ sent }) => sent && seen.underWay?.includes(sent));
      return [...differences, ...compareControls(seen)];
    },
  };
}

type Row = { name?: string; item?: { name: string } | null; quantity?: number };

/** A card by its name, a line by its quantity, too; a line whose item is gone has no name. */
const toRow = ({ name, item, quantity }: Row) => name ?? `${quantity} ${item?.name ?? ''}`;

function differ(what: string, expected: unknown, actual: unknown): string[] {
  const [wanted, is] = [JSON.stringify(expected), JSON.stringify(actual)];
  return wanted === is ? [] : [`${what}: ${is}\n  where the model has ${wanted}`];
}
