import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SHOP_NAME } from '../../src/app/brand';
import { expect, test } from '../support/deployFixtures';
import { hydrated, refusedCalls } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { startImage } from '../support/nginx';
import { outline } from '../support/outline';
import { addItemScreen, makeScratch } from '../support/scratch';
import { startBuild } from '../support/servers';

// The tests of the first group share one copy of the project and its build.
test.describe.configure({ mode: 'default' });

test.use({ allowErrors: refusedCalls });

/** What a developer could add to a card. */
const cardParts = `
import { Badge, FormSelect } from 'react-bootstrap';
import { Icon } from '../ui/Icon';
import type { Item } from '../../store/api.generated';

export const Parts = ({ item }: { item: Item }) => (
  <>
    {item.price > 50 && <span className="badge text-bg-warning">Over {50} {item.category}</span>}
    {item.price > 100 ? <Badge bg="danger">Dear</Badge> : null}
    {item.category === 'Toys' && <img src="/assets/none.png" alt="" width={40} hidden draggable={false} style={{ width: 40, lineHeight: 1.5 }} />}
    <ul>{item.name.split(' ').map((word) => <li key={word}>{word}{''}{0}{false}</li>)}</ul>
    <a href={\`/items?category=\${item.category}\`} className="link-secondary">{item.category}</a>
    <FormSelect size="sm" aria-label="Size"><option>S</option><option value="m">M</option></FormSelect>
    <label htmlFor={'n' + item._id}>Pieces</label>
    <input id={'n' + item._id} type="number" defaultValue={1} min={1} required aria-invalid={false} />
    <svg viewBox="0 0 9 9" strokeWidth={2} aria-hidden><circle cx={4} cy={4} r={3} fillRule="evenodd" vectorEffect="none" markerEnd="none" /></svg>
    <Icon name="bag" />
  </>
);
`;

/** Every component of react-bootstrap, imported by name and from its folder. */
const components = [
  ...readFileSync('node_modules/react-bootstrap/esm/index.js', 'utf8').matchAll(/default as ([A-Z]\w+)/g),
].map(([, name]) => name);
const allComponents = `
${components.map((name) => `import ${name} from 'react-bootstrap/${name}';`).join('\n')}
import { ${components.map((name) => `${name} as Named${name}`).join(', ')} } from 'react-bootstrap';
const all = [${components.map((name) => `${name}, Named${name}`)}];
export const All = () => <Card><Col md={3}><Alert>Hi</Alert></Col>{all.every(Boolean) && 'All.'}</Card>;
`;

/** Fields that the store itself does not have. */
const controls = `
export const Controls = () => (
  <>
    <select aria-label="Planted list" name="plantedList"><option value="">As listed</option><option value="price">Price</option></select>
    <input type="checkbox" aria-label="Planted box" name="plantedBox" />
    <input type="radio" aria-label="Planted small" name="plantedSize" value="s" defaultChecked />
    <input type="radio" aria-label="Planted large" name="plantedSize" value="l" />
  </>
);
`;

/** The first 24 cards. */
async function readCards(page: Page) {
  const list = await page.locator('.results ul').first().evaluate(outline);
  return list
    .split('<li class="col">')
    .slice(1, 25)
    .map((card) => card.trim());
}

test.describe('a store with new parts on its cards, a screen with a parameter and all of react-bootstrap', () => {
  let dist: string;
  let host: Awaited<ReturnType<typeof startBuild>>;

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  test.beforeAll(async ({}, info) => {
    const scratch = makeScratch(info.outputPath('store'));
    scratch.plant('src/features/items/ItemCard.tsx', 'Parts', cardParts, '<p className="price');
    scratch.change('src/features/items/ItemCard.tsx', '<Parts />', '<Parts item={item} />');
    scratch.plant('src/features/items/FilterForm.tsx', 'Controls', controls, '<Row');
    scratch.plant('src/app/HomePage.tsx', 'All', allComponents, '<h1');
    addItemScreen(scratch);
    scratch.build();
    dist = scratch.dist;
    host = await startBuild({ dist });
  });
  test.afterAll(() => host.stop());

  test('every react-bootstrap component can be prerendered, imported by name or from its folder', () => {
    expect(components.length).toBeGreaterThan(100);
    expect(readFileSync(`${dist}/index.html`, 'utf8')).toContain('All.</div>');
  });

  test('Preact and React render the same card with a badge, a picture, a list, a link and fields', async ({
    page,
  }) => {
    const releaseBundle = await holdBundle(page);
    await page.goto(`${host.url}/items`, { waitUntil: 'commit' });
    await expect(page.locator('article')).toHaveCount(24);
    await expect(page.getByText(/^Over 50/).first()).toBeVisible();
    const early = await readCards(page);
    releaseBundle();
    await hydrated(page);
    await expect(page.locator('article')).toHaveCount(60);
    expect(await readCards(page)).toEqual(early);
    await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click();
    await page.goBack();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await readCards(page)).toEqual(early);
  });

  test('hydration keeps chosen options and ticked boxes', async ({ page }) => {
    const releaseBundle = await holdBundle(page);
    await page.goto(`${host.url}/items`, { waitUntil: 'commit' });
    await page.getByLabel('Planted list').selectOption('price');
    await page.getByLabel('Planted box').check();
    await page.getByLabel('Planted large').check();
    releaseBundle();
    await hydrated(page);
    await expect(page.locator('article')).toHaveCount(60);
    await expect(page.getByLabel('Planted list')).toHaveValue('price');
    await expect(page.getByLabel('Planted box')).toBeChecked();
    await expect(page.getByLabel('Planted large')).toBeChecked();
  });

  test('a screen with a parameter has a prerendered page on every host', async ({
    page,
    serve,
    otherBackend,
  }) => {
    const image = await startImage(dist, otherBackend);
    await expect(image.checkHealth).toPass();
    for (const { url } of [host, await serve(dist), image]) {
      const response = await page.goto(`${url}/items/42`);
      expect(response?.status()).toBe(200);
      await hydrated(page);
      await expect(page.getByText('Item 42')).toBeVisible();
      expect(await page.locator('#root').getAttribute('data-screen')).toBe('/items/:id');
      await expect(page).toHaveTitle(`One item · ${SHOP_NAME}`);
      expect((await page.request.get(`${url}/items/42/more`)).status()).toBe(404);
    }
    await image.stop();
  });
});

for (const [name, parts] of [
  [
    'Redux',
    "import { useAppSelector } from '../../store/hooks';\nexport const Parts = () => <b>{useAppSelector(String)}</b>;",
  ],
  [
    'the router',
    'import { Link } from \'react-router-dom\';\nexport const Parts = () => <Link to="/">Home</Link>;',
  ],
] as const)
  test(`a card that needs ${name} fails the build with the rule`, () => {
    const scratch = makeScratch(test.info().outputPath('store'));
    scratch.plant('src/features/items/ItemCard.tsx', 'Parts', parts, '<p className="price');
    expect(() => scratch.build()).toThrow(
      'A card must get what it needs as props, not from Redux or the router',
    );
  });
