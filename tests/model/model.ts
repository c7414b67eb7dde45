import type { Item } from '../../src/store/api.generated';
import { screenTexts } from '../support/screens';
import type { Look } from './look';
import { accounts, type Fault, items, tokens } from './shop';
import type { Step } from './steps';

/** What can be seen of the tab after a step. */
export type Seen = Look & {
  /** What left and what was said since the step before: `GET /cart as Ada-1`, `alert "…"`, `reload`. */
  log: string[];
  /** Whether requests and alerts were seen apart, so that nothing is known of the order between them. */
  isApart?: boolean;
  address: string;
  historyLength: number;
  /** The stored token. */
  token: string | null;
  /** The requests that wait for an answer, by their place in the order in which they left. */
  underWay: number[];
};

type Answer = { ok: boolean; body?: unknown };
type Line = { item: Item; quantity: number };

/** A request under way. */
type Call = {
  /** Its place in the order in which requests left; known once it was seen to leave. */
  id?: number;
  /** When the store gives up, in seconds of the walk. */
  deadline: number;
  answer: Answer | 'never';
  /** What the answer does, as long as somebody waits for it. */
  end?: ((answer: Answer) => void) | undefined;
  /** A signup or a login. */
  isSubmit?: boolean;
};

/** Something that leaves or is said; `may`: or not. */
type Event = { text: string; call?: Call; may?: boolean };

/** A button that waits. `unknown`: its screen was left and opened again, of which the specification says nothing. */
type Lock = { stage: 'asked' | 'removed' | 'reloading'; state: 'busy' | 'free' | 'unknown' };

/** A list or a cart. `shown`: what is drawn, also while a load is under way. */
type Screen<Row> = { state: 'loading' | 'loaded' | 'failed'; shown?: Row[] | undefined };

/** A way in which `main` may look; `choose` when it does. */
type Way = { texts: string[]; choose?: () => void };

type Press = { what: 'link' | 'button'; name: string; of?: string | undefined };

const patience = 10;

/** What the navigation marks as the current page. */
const navOf: Record<string, string> = {
  '/': 'Home',
  '/signup': 'Signup',
  '/login': 'Login',
  '/items': 'Items',
  '/cart': 'Cart',
};

const links: Record<string, string> = {
  'Our Store': '/',
  Home: '/',
  Items: '/items',
  Cart: '/cart',
  Signup: '/signup',
  Login: '/login',
  'Browse Items': '/items',
  'View Cart': '/cart',
  'Create an account': '/signup',
  'Log in': '/login',
  'Continue browsing': '/items',
  'Show all items': '/items',
  Kitchen: '/items?category=Kitchen',
  'Home & Light': '/items?category=Home+%26+Light',
};

/** What screens show under their heading, where that is always the same. */
const fixed: Record<string, string[]> = {
  '/': ['Browse our items and manage your cart easily.', 'link Browse Items', 'link View Cart'],
  '/nowhere': ['There is nothing at this address.', 'link Browse Items'],
};

const cartFailure = 'Please login to view your cart.';

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

/**
 * A shopper's tab and the shop behind it, as the specification and the table in the design document have them:
 * what each step asks, says and shows. Where they leave a choice, the comment says what was chosen.
 */
export function makeModel() {
  // The shop.
  const users = new Map(
    accounts.map(({ name, email, password, cart }) => [
      email,
      { name, password, logins: 1, cart: new Map<string, number>(Object.entries(cart)) },
    ]),
  );
  const holders = new Map([
    [tokens.ada, 'ada@example.com'],
    [tokens.bob, 'bob@example.com'],
  ]);
  let fault: Fault | undefined;

  // The tab.
  let places: { address: string; document: number }[] = [];
  let place = -1;
  let documents = 0;
  let stored: string | null = null;
  let time = 0;
  let sent = 0;
  let events: Event[] = [];

  // The page: everything that a reload forgets.
  let calls: Call[] = [];
  let session: string | null = null;
  let focus = 'nothing';
  let isRedrawn = false;
  /** Where browsers show that a form lacks something. */
  let incomplete = '';
  let fields: Record<string, string> = {};
  /** What stood in them before a reload. */
  let written: Record<string, string> = {};
  let submitting: Call | undefined;
  let list: Screen<Item> | undefined;
  let listCall: Call | undefined;
  let listQuery = '';
  /** The lists that the page has had, by query: coming back, the shopper may find the old one while the new one loads. */
  let known = new Map<string, Item[]>();
  /** The queries that failed when they were last asked. */
  let failed = new Set<string>();
  /** Arriving at such a one, the store shows the failure until the load begins; a panel that had focus goes, and comes back. */
  let hadFailed = false;
  /** A new failure that comes before the browser has drawn anything leaves the panel, and focus on its button. */
  let hasRetried = false;
  /** The queries of those that the store still has. */
  let held = new Set<string>();
  let cart: Screen<Line> | undefined;
  let cartCall: Call | undefined;
  const locks = new Map<string, Lock>();
  let main: string[] = [];

  const address = () => places[place]?.address ?? '';
  const path = () => address().split('?')[0] as string;
  const texts = () => screenTexts[path() in screenTexts ? (path() as '/') : '/nowhere'];
  const heading = () => `title ${texts().heading}`;

  // What leaves and is said.

  const say = (text: string) => events.push({ text: `alert "${text}"` });

  function ask(what: string, body: Record<string, unknown> | undefined, end: (answer: Answer) => void) {
    const isBearer = what.includes('/cart');
    // A token that storage has got or lost without an event is noticed here, at the latest. The table asks for it at
    // cart calls; at every call is simpler, and harms nobody.
    const isOther = changeSession();
    const call: Call = { deadline: time + patience, answer: { ok: false }, end };
    const token = isBearer ? session : null;
    if (token === tokens.broken) {
      // No header can carry it: the call has failed before it leaves.
      finish(call, { ok: false });
    } else {
      call.answer = handle(what, body, token);
      const text = [what, body && JSON.stringify(body), token && `as ${token}`];
      events.push({ text: text.filter(Boolean).join(' '), call });
      calls.push(call);
    }
    if (isOther) loadCart();
    return call;
  }

  const forget = (call: Call | undefined) => {
    if (call) call.end = undefined;
  };

  function finish(call: Call, answer: Answer | 'never') {
    if (answer === 'never') return;
    calls = calls.filter((it) => it !== call);
    // Also before an answer counts: the reload after a removal is for whoever storage names.
    const isCart = cartCall?.end && (call === cartCall || cartCall.deadline <= time);
    const isOther = changeSession();
    // It was asked for, and it has failed, whoever the shopper is by now: saying so is right, and so is not saying it.
    if (isOther && isCart && !answer.ok) events.push({ text: `alert "${cartFailure}"`, may: true });
    const { end } = call;
    forget(call);
    end?.(answer);
    // A signup or a login may have led away from it.
    if (isOther && path() === '/cart' && cart?.state !== 'loading') loadCart();
  }

  function pass(seconds: number) {
    const until = time + seconds;
    for (;;) {
      const [late] = calls
        .filter(({ deadline }) => deadline <= until)
        .sort((a, b) => a.deadline - b.deadline);
      if (!late) break;
      time = late.deadline;
      finish(late, { ok: false });
    }
    time = until;
    // Lists that are not shown are kept for ten minutes.
    if (seconds < 600) return;
    const shown = path() === '/items' ? toQuery(readAddress()) : undefined;
    held = new Set([...held].filter((query) => query === shown));
  }

  // The shop's side.

  function handle(
    what: string,
    body: Record<string, unknown> | undefined,
    token: string | null,
  ): Answer | 'never' {
    const met = fault;
    fault = undefined;
    if (!met) return answerOf(what, body, token);
    if (met === 'hang') return 'never';
    if (met === 'lost') answerOf(what, body, token);
    // The answers to Add and Remove are not used; any success will do.
    const isUnused = /\/cart\/(add|remove)/.test(what);
    return { ok: isUnused && ['empty', 'no-content', 'malformed-json', 'null', 'wrong-type'].includes(met) };
  }

  function answerOf(what: string, body: Record<string, unknown> = {}, token: string | null): Answer {
    const { name, email, password, itemId, quantity } = body as Record<string, string> & { quantity: number };
    if (what === 'POST /auth/signup') {
      if (users.has(email as string)) return { ok: false };
      users.set(email as string, {
        name: name as string,
        password: password as string,
        logins: 0,
        cart: new Map(),
      });
      return { ok: true, body: issueToken(email as string) };
    }
    if (what === 'POST /auth/login') {
      if (users.get(email as string)?.password !== password) return { ok: false };
      return { ok: true, body: issueToken(email as string) };
    }
    if (what.startsWith('GET /items')) return { ok: true, body: match(what.slice('GET /items'.length)) };
    const owner = users.get(holders.get(token ?? '') ?? '');
    if (!owner) return { ok: false };
    if (what === 'POST /cart/add')
      owner.cart.set(itemId as string, (owner.cart.get(itemId as string) ?? 0) + quantity);
    if (what === 'POST /cart/remove') owner.cart.delete(itemId as string);
    const lines = [...owner.cart].map(([id, quantity]) => ({
      item: items.find(({ _id }) => _id === id),
      quantity,
    }));
    return { ok: true, body: lines };
  }

  function issueToken(email: string) {
    const user = users.get(email);
    if (!user) throw new Error(`Nobody is ${email}.`);
    user.logins += 1;
    const token = `${user.name}-${user.logins}`;
    holders.set(token, email);
    return token;
  }

  function match(query: string) {
    const given = new URLSearchParams(query);
    const category = given.get('category')?.toLowerCase();
    return items.filter(
      (item) =>
        item.price >= Number(given.get('priceMin') ?? 0) &&
        item.price <= Number(given.get('priceMax') ?? Infinity) &&
        (!category || item.category.toLowerCase() === category),
    );
  }

  // The session.

  /** What belongs to the shopper is dropped and, where it is open, asked for anew. */
  function goByStorage() {
    if (changeSession()) loadCart();
  }

  /** Whether the cart is open, and another one now. */
  function changeSession(): boolean {
    if (session === stored) return false;
    session = stored;
    for (const lock of locks.values()) lock.state = 'unknown';
    const isOpen = cart !== undefined;
    forgetCart();
    return isOpen;
  }

  function forgetCart() {
    forget(cartCall);
    if (focus.startsWith('button Remove of ')) focus = heading();
    cart = undefined;
  }

  // Screens.

  function startPage() {
    calls = [];
    session = stored;
    focus = 'nothing';
    written = fields;
    fields = {};
    submitting = list = cart = undefined;
    known = new Map();
    failed = new Set();
    held = new Set();
    locks.clear();
    arrive('');
  }

  function navigate(to: string, isNew = to !== address()) {
    const from = path();
    // A link to the same address is no new place in the history.
    if (isNew) {
      places = [...places.slice(0, place + 1), { address: to, document: places[place]?.document as number }];
      place += 1;
    }
    arrive(from);
  }

  /** Opening, a link, Back, Forward and Apply: the screen loads. */
  function arrive(from: string) {
    if (path() !== from) {
      forgetCart();
      list = undefined;
      fields = {};
      submitting = undefined;
      for (const lock of locks.values()) lock.state = 'unknown';
      if (from) focus = heading();
    }
    changeSession();
    if (path() === '/items') {
      fields = readAddress();
      loadList();
    }
    if (path() === '/cart') loadCart();
    if (path() === '/login' && from !== '/login') fields = { Email: '', Password: '' };
    if (path() === '/signup' && from !== '/signup') fields = { Name: '', Email: '', Password: '' };
  }

  /** The filters of the address. A price that is no number is no filter. */
  function readAddress() {
    const given = new URLSearchParams(address().split('?')[1]);
    const price = (name: string) => (Number.isFinite(Number(given.get(name))) ? (given.get(name) ?? '') : '');
    return {
      'Min Price': price('priceMin'),
      'Max Price': price('priceMax'),
      Category: given.get('category') ?? '',
    };
  }

  function toQuery({
    'Min Price': priceMin,
    'Max Price': priceMax,
    Category: category,
  }: Record<string, string>) {
    const set = Object.entries({ priceMin, priceMax, category }).flatMap(([name, text]) =>
      text?.trim() ? [[name, text.trim()]] : [],
    );
    return set.length ? `?${new URLSearchParams(set)}` : '';
  }

  function loadList() {
    // The last load wins.
    forget(listCall);
    const query = toQuery(readAddress());
    const isOther = query !== listQuery;
    hadFailed = failed.has(query);
    listQuery = query;
    if (isOther) redraw();
    list = { state: 'loading', shown: list?.shown };
    listCall = ask(`GET /items${query}`, undefined, ({ ok, body }) => {
      if (ok) failed.delete(query);
      else failed.add(query);
      if (ok) known.set(query, body as Item[]);
      if (ok) held.add(query);
      if (isOther || JSON.stringify(body) !== JSON.stringify(list?.shown)) redraw();
      if (path() === '/items') list = ok ? { state: 'loaded', shown: body as Item[] } : { state: 'failed' };
    });
  }

  /** Another list may come with cards of its own, which would know neither of what is under way nor of focus. */
  function redraw() {
    for (const [key, lock] of locks) if (key.startsWith('button Add')) lock.state = 'unknown';
    isRedrawn = true;
  }

  function loadCart() {
    forget(cartCall);
    // Lines stay until the new ones are there, except after a failure: they would be stale.
    cart = { state: 'loading', shown: cart?.shown };
    for (const lock of locks.values()) if (lock.stage === 'removed') lock.stage = 'reloading';
    cartCall = ask('GET /cart', undefined, ({ ok, body }) => {
      for (const [key, { stage }] of locks) if (stage === 'reloading') locks.delete(key);
      if (!ok) say(cartFailure);
      const lines = ok ? (body as Line[]) : [];
      moveFocusOn(cart?.shown ?? [], lines);
      cart = ok ? { state: 'loaded', shown: lines } : { state: 'failed' };
    });
  }

  /** When a line goes while its Remove has focus, focus goes to the next line's, or to the title. */
  function moveFocusOn(before: Line[], after: Line[]) {
    const name = focus.slice('button Remove of '.length);
    const index = before.findIndex(({ item }) => item.name === name);
    if (!focus.startsWith('button Remove of ') || after.some(({ item }) => item.name === name)) return;
    const next = before.slice(index + 1).find(({ item }) => after.some((line) => line.item === item));
    focus = next ? `button Remove of ${next.item.name}` : heading();
  }

  function goTo(next: number) {
    const from = places[place];
    place = next;
    // Another page, which the browser loads anew.
    if (places[place]?.document !== from?.document) startPage();
    else arrive(from?.address.split('?')[0] as string);
  }

  const answerable = () => calls.filter(({ answer }) => answer !== 'never');
  const pick = (nth: number) => answerable()[nth % answerable().length] as Call;

  // What the shopper presses.

  function press({ what, name, of }: Press) {
    focus = nameOf({ what, name, of });
    const item = items.find((it) => it.name === of);
    if (what === 'link') return navigate(links[name] as string);
    if (name === 'Login' || name === 'Signup') return submit(name);
    if (name === 'Logout') {
      stored = null;
      events.push({ text: 'reload' });
      return startPage();
    }
    if (name === 'Apply Filters') return navigate(`/items${toQuery(fields)}`);
    // The panel with the button goes; focus must not.
    if (name === 'Try again') {
      hasRetried = true;
      focus = heading();
      return loadList();
    }
    if (name === 'Add to Cart' && item) return add(item);
    if (name === 'Remove' && item) return remove(item);
    throw new Error(`The model knows no button ${name}.`);
  }

  function add(item: Item) {
    const key = `button Add to Cart of ${item.name}`;
    if (locks.get(key)?.state === 'busy') return;
    const lock: Lock = { stage: 'asked', state: 'busy' };
    locks.set(key, lock);
    ask('POST /cart/add', { itemId: item._id, quantity: 1 }, ({ ok }) => {
      say(ok ? 'Item added to cart!' : 'Please login to add items to cart.');
      if (locks.get(key) === lock) locks.delete(key);
      // The shopper was quicker than the Add.
      if (ok && path() === '/cart') loadCart();
    });
  }

  function remove(item: Item) {
    const key = `button Remove of ${item.name}`;
    if (locks.get(key)?.state === 'busy') return;
    // The line is in another shopper's cart: that of the one whom storage names is loaded instead.
    if (changeSession()) return loadCart();
    const lock: Lock = { stage: 'asked', state: 'busy' };
    locks.set(key, lock);
    ask('POST /cart/remove', { itemId: item._id }, ({ ok }) => {
      if (!ok) {
        say('Error removing item.');
        locks.delete(key);
      } else if (path() === '/cart') {
        // It stays busy until the new cart is there.
        lock.stage = 'removed';
        loadCart();
      } else locks.delete(key);
    });
  }

  function submit(button: string) {
    if (submitting) return;
    const { Name: name, Email: email, Password: password } = fields;
    // All are required.
    const empty = Object.keys(fields).find((field) => !fields[field]);
    if (empty) {
      incomplete = `field ${empty}`;
      return;
    }
    const body = button === 'Signup' ? { name, email, password } : { email, password };
    // The last one wins.
    for (const call of calls) if (call.isSubmit) forget(call);
    const call = ask(`POST /auth/${button.toLowerCase()}`, body, ({ ok, body }) => {
      if (submitting === call) submitting = undefined;
      if (!ok) {
        return say(
          button === 'Signup'
            ? 'Signup failed. Please try again.'
            : 'Login failed. Please check your credentials.',
        );
      }
      stored = body as string;
      session = stored;
      forgetCart();
      say(`${button} successful`);
      // On the way from the cart to the items: whether the new shopper's cart is asked for is left open.
      if (path() === '/cart') events.push({ text: `GET /cart as ${session}`, may: true });
      // Always a new place, also from the items, where a second form may have led already.
      navigate('/items', true);
    });
    call.isSubmit = true;
    submitting = call;
  }

  // What is shown.

  /** The ways in which `main` may look: more than one only while something loads. */
  function draw(): Way[] {
    if (path() === '/items' && list) return drawList(list);
    if (path() === '/cart' && cart) return [{ texts: [heading(), ...drawCart(cart)] }];
    if (path() === '/login') return [{ texts: drawForm('Login', 'New here?', 'Create an account') }];
    if (path() === '/signup') return [{ texts: drawForm('Signup', 'Already have an account?', 'Log in') }];
    return [{ texts: [heading(), ...(fixed[path()] ?? fixed['/nowhere'] ?? [])] }];
  }

  const drawFields = () => Object.entries(fields).map(([name, text]) => `field ${name}: ${text}`);

  const drawForm = (button: string, question: string, answer: string) => [
    heading(),
    ...drawFields(),
    'button Show of Password',
    `button ${button}${submitting ? ' (busy)' : ''}`,
    `${question} ${answer}`,
    `link ${answer}`,
  ];

  function drawList({ state, shown }: Screen<Item>): Way[] {
    const count = shown?.length ?? 0;
    const counted = count === 0 ? 'No items match' : count === 1 ? '1 item' : `${count} items`;
    const status = { loading: 'Loading items…', loaded: counted, failed: '' }[state];
    const frame = (results: string[]) =>
      [heading(), status, ...drawFields(), 'button Apply Filters', ...results].filter(Boolean);
    if (state === 'failed') {
      const panel = [
        'The items could not be loaded.',
        'Check your connection and try again.',
        'button Try again',
      ];
      return [{ texts: frame(panel) }];
    }
    // While it loads: what was there, or the last list for these filters; where nothing was, any that the page has had.
    const ways = [shown];
    if (state === 'loading') ways.push(...(shown ? [known.get(toQuery(readAddress()))] : known.values()));
    return ways.map((items) => ({
      texts: frame(items ? drawItems(items) : []).map((text) =>
        items === shown ? text : text.replace(/\(busy\)$/, '(busy?)'),
      ),
      choose: () => {
        if (items !== shown) redraw();
        list = { state, shown: items };
      },
    }));
  }

  function drawItems(shown: Item[]): string[] {
    if (shown.length === 0) {
      const { 'Min Price': min, 'Max Price': max } = readAddress();
      const isInverted = min !== '' && max !== '' && Number(min) > Number(max);
      return [
        'No items match these filters.',
        isInverted ? 'Min Price is higher than Max Price.' : 'Try a wider price range or another category.',
        ...new Set(
          [...held]
            .flatMap((query) => known.get(query) ?? [])
            .map(({ category }) => `link ${category}`)
            .sort(),
        ),
        'link Show all items',
      ];
    }
    return shown.flatMap(({ name, category, description, price }) => [
      name,
      `Category: ${category}`,
      description,
      dollars(price),
      lockable(`button Add to Cart of ${name}`),
    ]);
  }

  function drawCart({ state, shown }: Screen<Line>): string[] {
    if (state === 'failed') {
      return [
        'Your cart could not be loaded.',
        'Log in to see the items you added.',
        'link Log in',
        'link Browse Items',
      ];
    }
    return [...(state === 'loading' ? ['Loading your cart…'] : []), ...(shown ? drawLines(shown) : [])];
  }

  function drawLines(shown: Line[]): string[] {
    if (shown.length === 0) {
      return ['Your cart is empty.', 'Items you add will show up here.', 'link Browse Items'];
    }
    const pieces = shown.reduce((sum, { quantity }) => sum + quantity, 0);
    const subtotal = shown.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
    return [
      ...shown.flatMap(({ item: { name, price }, quantity }) => [
        name,
        lockable(`button Remove of ${name}`),
        `${dollars(price)} Quantity: ${quantity}`,
        ...(quantity > 1 ? [`Line total: ${dollars(price * quantity)}`] : []),
      ]),
      `Subtotal: ${dollars(subtotal)}`,
      pieces === 1 ? '1 item' : `${pieces} items`,
      'link Continue browsing',
    ];
  }

  const lockable = (button: string) =>
    button + { busy: ' (busy)', free: '', unknown: ' (busy?)' }[locks.get(button)?.state ?? 'free'];

  function drawNav() {
    const own = session === null ? ['link Signup', 'link Login'] : ['button Logout'];
    return ['link Our Store', 'link Home', 'link Items', 'link Cart', ...own];
  }

  // The comparison.

  function compareLog({ log, isApart }: Seen) {
    const isSaid = ({ text }: Event) => text.startsWith('alert');
    const expected = isApart ? [...events.filter((it) => !isSaid(it)), ...events.filter(isSaid)] : events;
    events = [];
    let at = 0;
    for (const text of log) {
      // What may also be left out can be passed over.
      while (expected[at]?.may && expected[at]?.text !== text) at++;
      const event = expected[at++];
      if (event?.text !== text)
        return differ(
          'asked and said',
          expected.map((it) => it.text),
          log,
        );
      if (event.call) event.call.id = sent;
      if (/^(GET|POST) /.test(text)) sent++;
    }
    const isComplete = expected.slice(at).every(({ may }) => may);
    return isComplete
      ? []
      : differ(
          'asked and said',
          expected.map((it) => it.text),
          log,
        );
  }

  function compareMain({ main: seen, isApart }: Seen) {
    // Firefox and WebKit write it again, Chromium does not.
    for (const [name, text] of Object.entries(isApart ? written : {}))
      if (name in fields && seen.includes(`field ${name}: ${text}`)) fields[name] = text;
    written = {};
    const ways = draw();
    const isLike = (text: string, index: number) =>
      text.endsWith(' (busy?)')
        ? [text.replace(' (busy?)', ''), text.replace('?', '')].includes(seen[index] ?? '')
        : text === seen[index];
    const way = ways.find(({ texts }) => texts.length === seen.length && texts.every(isLike));
    if (!way) return ways.flatMap(({ texts }) => differ('main', texts, seen));
    way.choose?.();
    for (const [button, lock] of locks) {
      const isShown = seen.some((text) => text.startsWith(button));
      if (!isShown) lock.state = 'unknown';
      else if (lock.state === 'unknown') lock.state = seen.includes(`${button} (busy)`) ? 'busy' : 'free';
    }
    return [];
  }

  function compareFocus({ focus: seen, main, nav }: Seen) {
    const there = ['nothing', ...nav, ...main.map((text) => text.replace(/( \(busy\)|: .*)$/, ''))];
    const isNew = isRedrawn && focus.startsWith('button Add') && seen === 'nothing';
    isRedrawn = false;
    if (seen === incomplete || (hadFailed && seen === heading())) focus = seen;
    if (hasRetried && seen === 'button Try again') focus = seen;
    hadFailed = false;
    hasRetried = false;
    incomplete = '';
    if (there.includes(focus) && !isNew) return differ('focus', focus, seen);
    // What had focus is gone. Where the shopper did not do that by pressing it, the browser may have dropped focus.
    const isDropped = /^(button (Add|Logout)|link (Signup|Login)$)/.test(focus) && seen === 'nothing';
    focus = isDropped ? seen : heading();
    return differ('focus', focus, seen);
  }

  return {
    /** Whether the page offers the step. */
    can(step: Step): boolean {
      switch (step.do) {
        case 'open':
          return true;
        case 'back':
          return place > 0;
        case 'forward':
          return place < places.length - 1;
        case 'fault':
          // A login that succeeds over an open cart may ask for it once more on the way to the items: which call the
          // fault would meet is left open.
          return !fault && !(cart && calls.some(({ isSubmit }) => isSubmit));
        case 'store':
          // Storage tells other tabs of changes only.
          return step.token !== stored;
        case 'answer':
          return answerable().length > 0;
        case 'press': {
          const control = nameOf(step);
          return [...drawNav(), ...main].some((text) => text === control || text === `${control} (busy)`);
        }
        case 'write':
          return (
            Object.keys(step.fields).every((name) =>
              main.some((text) => text.startsWith(`field ${name}: `)),
            ) &&
            (!step.press || main.some((text) => text.startsWith(`button ${step.press}`)))
          );
        default:
          return place >= 0;
      }
    },

    take(step: Step) {
      switch (step.do) {
        case 'open':
          // As browsers do: the same address once more is a reload.
          if (step.address === address()) return startPage();
          place += 1;
          documents += 1;
          places = [...places.slice(0, place), { address: step.address, document: documents }];
          return startPage();
        case 'back':
          return goTo(place - 1);
        case 'forward':
          return goTo(place + 1);
        case 'reload':
          return startPage();
        case 'fault':
          fault = step.fault;
          return;
        case 'store':
          stored = step.token;
          if (step.where === 'in another tab') goByStorage();
          return;
        case 'answer':
          return finish(pick(step.nth), pick(step.nth).answer);
        case 'wait':
          return pass(step.seconds);
        case 'write':
          fields = { ...fields, ...step.fields };
          if (step.press) press({ what: 'button', name: step.press });
          else focus = `field ${Object.keys(step.fields).at(-1)}`;
          return;
        case 'press':
          return press(step);
      }
    },

    /** Every answer arrives, in order; those that never come time out. */
    rest() {
      while (calls.length > 0) {
        const [next] = answerable();
        if (next) finish(next, next.answer);
        else pass(1);
      }
    },

    /** The place, in the order in which requests left, of the one whose answer the step lets arrive. */
    placeOf: (nth: number) => pick(nth).id as number,

    /** What the tab does otherwise than the model. */
    compare(seen: Seen): string[] {
      const state = {
        address: address(),
        historyLength: places.length,
        token: stored,
        title: texts().title,
        here: drawNav().includes(`link ${navOf[path()]}`) ? navOf[path()] : '',
        nav: drawNav(),
      };
      const differences = [
        ...compareLog(seen),
        ...Object.entries(state).flatMap(([name, value]) => differ(name, value, seen[name as keyof Seen])),
        ...differ('isBusy', list?.state === 'loading' || cart?.state === 'loading', seen.isBusy),
        ...compareMain(seen),
        ...compareFocus(seen),
      ];
      main = seen.main;
      // What the store has broken off waits no longer.
      calls = calls.filter(({ id }) => id === undefined || seen.underWay.includes(id));
      return differences;
    },
  };
}

const nameOf = ({ what, name, of }: Press) => `${what} ${name}${of ? ` of ${of}` : ''}`;

function differ(what: string, expected: unknown, actual: unknown): string[] {
  const [wanted, is] = [JSON.stringify(expected), JSON.stringify(actual)];
  return wanted === is ? [] : [`${what}: ${is}\n  where the model has ${wanted}`];
}
