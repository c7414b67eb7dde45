import { itemFilters } from '../../judge/filters.ts';
import { type Broken, type Change, fault, meet, replying } from '../fault.ts';
import { type GoodBackend, type Product, refuse } from '../goodBackend.ts';

const route = 'GET /items';
/** Hides one filter from the shop, where `isHidden` says so. */
const ignoring =
  (name: string, isHidden: (value: string) => boolean = () => true) =>
  (shop: GoodBackend) =>
    shop.edit(route, (call) => {
      const { [name]: value, ...others } = call.query;
      if (value !== undefined && isHidden(value)) call.query = others;
    });

/** Keeps a list for five calls, whatever their query is. */
const caching: Change = (shop, { items }) => {
  let calls = 0;
  let cached: Awaited<ReturnType<typeof items>>;
  shop.items = async (call) => {
    const reply = await items(call);
    // A cache keeps no refusals.
    if (reply.status >= 400) return reply;
    if (calls++ % 5 === 0) cached = reply;
    return cached;
  };
};

export const list: Broken[] = [
  ...itemFilters.map(({ name }) => fault(`${name} is ignored`, `breaks ${name}`, ignoring(name))),
  fault('One item of many is null', { finds: 'breaks items', findings: 1 }, (shop) => {
    shop.showItem = (product) => (product._id === 'p5' ? null : product);
  }),
  fault('The list is encoded as Latin-1', 'breaks items', (shop) =>
    shop.onSuccess(route, (reply) => ({
      ...reply,
      body: Buffer.from(JSON.stringify(reply.body).replaceAll('Tea', 'Thé'), 'latin1'),
    })),
  ),
  fault(
    'Ids are numbers, and prices texts',
    { finds: 'breaks items', says: /\/0\/_id must be string.*\/#\/price must be number; 14 errors/ },
    { showItem: ({ _id, price, ...item }) => ({ ...item, _id: Number(_id.slice(1)), price: `${price}` }) },
  ),
  fault('Two items have the same id', 'breaks items', {
    showItem: (product) => (product._id === 'p2' ? { ...product, _id: 'p1' } : product),
  }),
  fault('The list may be cached for an hour', 'strict itemsAreNotKept', (shop) =>
    shop.onSuccess(route, (reply) => ({ ...reply, headers: { 'cache-control': 'public, max-age=3600' } })),
  ),
  fault(
    'The list has four items at most',
    { finds: 'breaks GET /items', says: /filter returns items/ },
    (shop) => shop.onSuccess(route, ({ body }) => ({ status: 200, body: (body as Product[]).slice(0, 4) })),
  ),
  fault('An item comes twice if two filters are set', 'breaks filtersTogether', (shop) =>
    shop.onSuccess(route, ({ body }, { query }) => {
      const [first, ...others] = body as Product[];
      const twice = Object.keys(query).length > 1 && first && others.length > 0;
      // As many as should match, so that only their ids tell.
      return twice ? { status: 200, body: [first, ...others.slice(1), first] } : undefined;
    }),
  ),
  fault('priceMin is exclusive', 'breaks priceMin', {
    isPriceMin: (price, bound) => price > bound || bound === 0,
  }),
  fault(
    'A maximum of 0 is no filter',
    { finds: 'strict boundOfZero', findings: 1, says: /=0/ },
    (shop, good) => {
      shop.products = shop.products.filter(({ price }) => price > 0);
      shop.fits = (product, { priceMax, ...others }) =>
        good.fits(product, { ...others, ...(priceMax && { priceMax }) });
    },
  ),
  fault('priceMin=0 leaves out free items', 'breaks priceMin', {
    isPriceMin: (price, bound) => price >= bound && price > 0,
  }),
  fault('A cache ignores the query', { finds: 'breaks GET /items', findings: 1, says: /cache/ }, caching),
  fault('Bounds have other names', { finds: 'breaks priceMin', findings: 2, says: /no effect/ }, (shop) => {
    for (const name of ['priceMin', 'priceMax']) ignoring(name)(shop);
  }),
  fault('Two prices in whole dollars, and priceMax has no effect', 'breaks priceMax', (shop) => {
    shop.products = shop.products.map((item, i) => ({ ...item, price: i ? 5000 : 4500 }));
    ignoring('priceMax')(shop);
  }),
  fault('The cents of a filter are cut off', 'breaks priceMin', {
    isPriceMin: (price, bound) => price >= Math.trunc(bound),
  }),
  fault('priceMax becomes cents without rounding', 'breaks priceMax', {
    isPriceMax: (price, bound) => Math.round(price * 100) <= Math.trunc(bound * 100),
  }),
  fault(
    'A bound that is no number closes the connection',
    'unsafe getItemsWithWrongPriceMin',
    replying(route, 0, ({ search }) => search.includes('cheap')),
  ),
  fault(
    'A bound that is no number is ignored',
    'strict getItemsWithWrongPriceMax',
    ignoring('priceMax', (value) => Number.isNaN(Number(value))),
  ),
  fault('An escape in a query is not decoded', 'breaks category', (shop) =>
    shop.edit(route, (call) => {
      if (call.search.includes('%20')) call.query.category = `${call.query.category}`.replaceAll(' ', '%20');
    }),
  ),
  fault('The case of letters outside ASCII counts in a category', 'breaks category', (shop) => {
    const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    shop.products = shop.products.map((product) =>
      product.category === 'Dishes' ? { ...product, category: 'Épices' } : product,
    );
    shop.isCategory = (own, category) => lower(own) === lower(category);
  }),
  fault('A category is compared by the rules of Turkish', 'breaks category', {
    isCategory: (own, category) => own.toLocaleLowerCase('tr') === category.toLocaleLowerCase('tr'),
  }),
  fault(
    'Simultaneous lists share their filters',
    { finds: 'breaks listsMeet', findings: 1, says: /simultaneous calls/ },
    (shop) => {
      let last = {};
      shop.edit(route, async (call) => {
        last = call.query;
        await meet();
        call.query = last;
      });
    },
  ),
  fault('A list is refused while another one is made', 'breaks listsMeet', (shop) => {
    let pending = 0;
    shop.before(route, async () => {
      pending++;
      await meet();
      return pending-- > 1 ? refuse(409) : undefined;
    });
  }),
  fault('category matches a part of the name', 'breaks categoryInPart', {
    isCategory: (own, category) => own.toLowerCase().includes(category.toLowerCase()),
  }),
  fault('category also matches the names of items', 'breaks categoryInPart', (shop, { fits }) => {
    shop.fits = (product, { category, ...prices }) =>
      fits(product, { ...prices, ...(category && { category }) }) ||
      (fits(product, prices) && product.name.toLowerCase().includes(category?.toLowerCase() ?? ''));
  }),
  fault(
    'In a category, % stands for any text',
    { finds: 'breaks categoryIsNoPattern', findings: 1, says: /pattern/ },
    {
      isCategory: (own, category) => category === '%' || own.toLowerCase() === category.toLowerCase(),
    },
  ),
  fault(
    'A quote in a category fails with 500',
    'strict categoryIsNoPattern',
    replying(route, 500, ({ query }) => /'/.test(`${query.category}`)),
  ),
  fault('priceMax above 500 is refused', 'breaks priceMax', (shop) =>
    shop.before(route, ({ query }) =>
      Number(query.priceMax) > 500 ? refuse(400, 'priceMax: at most 500') : undefined,
    ),
  ),
  fault('A category in other letters is refused', 'breaks nothingFits', (shop) =>
    shop.before(route, ({ query }) => (/[^ -~]/.test(query.category ?? '') ? refuse(400) : undefined)),
  ),
  fault('SQL in a category lists everything', 'unsafe categoryIsNoPattern', {
    isCategory: (own, category) => category.includes("' OR") || own.toLowerCase() === category.toLowerCase(),
  }),
  fault('No match is 404 instead of an empty list', { finds: 'breaks nothingFits', findings: 1 }, (shop) =>
    shop.onSuccess(route, ({ body }) => ((body as unknown[]).length ? undefined : refuse(404))),
  ),
  fault('A filter that is given twice fails with 500', 'strict malformedQuery', (shop) =>
    shop.before(route, ({ search }) => (/(\w+)=.*&\1=/.test(search) ? refuse(500) : undefined)),
  ),
  fault(
    'A query that cannot be decoded restarts the server, without its sessions',
    { finds: 'unsafe malformedQuery', findings: 1, says: /died/ },
    (shop) =>
      shop.before(route, ({ search }) => {
        if (!/%(?![\dA-F]{2})/i.test(search)) return undefined;
        shop.sessions.clear();
        return { status: 0 };
      }),
  ),
  fault(
    'A control character fails with 500',
    'strict getItemsWithUnusualText',
    replying(route, 500, ({ query }) => /\p{Cc}/u.test(`${query.category}`)),
  ),
];
