import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/deployFixtures';
import { hydrated, refusedCalls } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { startBuild } from '../support/hosts';
import { makeScratch } from '../support/scratch';

// A difference between what the page shows and what React draws would be a console error, which fails a test.
test.use({ allowErrors: refusedCalls });

/** What somebody would put on a card. */
const cardParts = `
import { Link } from 'react-router-dom';
import { Badge } from 'react-bootstrap';
import { Icon } from '../ui/Icon';
import type { Item } from '../../store/api.generated';

export const Parts = ({ item }: { item: Item }) => (
  <>
    {item.price > 50 && <span className="badge text-bg-warning">Over {50} {item.category}</span>}
    {item.price > 100 ? <Badge bg="danger">Dear</Badge> : null}
    {item.category === 'Toys' && <img src="/assets/none.png" alt="" width={40} hidden draggable={false} style={{ width: 40, lineHeight: 1.5 }} />}
    <ul>{item.name.split(' ').map((word) => <li key={word}>{word}{''}{0}{false}</li>)}</ul>
    <Link to={\`/items?category=\${item.category}\`} className="link-secondary">{item.category}</Link>
    <label htmlFor={'n' + item._id}>Pieces</label>
    <input id={'n' + item._id} type="number" defaultValue={1} min={1} required aria-invalid={false} />
    <svg viewBox="0 0 9 9" strokeWidth={2} aria-hidden><circle cx={4} cy={4} r={3} fillRule="evenodd" /></svg>
    <Icon name="bag" />
  </>
);
`;

const itemPage = `
import { useParams } from 'react-router-dom';
import { useIsTakenOver } from '../features/ui/useIsTakenOver';

export function ItemPage() {
  const { id } = useParams();
  const isTakenOver = useIsTakenOver();
  return <><h1>One item</h1>{isTakenOver && <p>{\`Item \${id}\`}</p>}</>;
}
`;

/** The list as an outline in which the order of attributes does not count. */
const readList = (page: Page) =>
  page
    .locator('.results ul.step')
    .first()
    .evaluate(function outline(element: Element): string {
      const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
      const inside = [...element.childNodes].map((node) =>
        node instanceof Element ? outline(node) : node.textContent,
      );
      return `<${element.tagName} ${attributes.join(' ')}>${inside.join('')}`;
    });

test('a card with a badge, a picture, a list, a link, a field and parts of its own is drawn early as React draws it', async ({
  page,
}) => {
  const scratch = makeScratch(test.info().outputPath('store'));
  scratch.write('src/features/items/Parts.tsx', cardParts);
  scratch.change('src/features/items/ItemCard.tsx', /^import/, "import { Parts } from './Parts';\nimport");
  scratch.change(
    'src/features/items/ItemCard.tsx',
    '<p className="price',
    '<Parts item={item} />\n<p className="price',
  );
  scratch.build();
  const host = await startBuild({ dist: scratch.dist });
  const releaseBundle = await holdBundle(page);
  await page.goto(`${host.url}/items`, { waitUntil: 'commit' });
  await expect(page.locator('article')).toHaveCount(24);
  await expect(page.getByText(/^Over 50/).first()).toBeVisible();
  const early = await readList(page);
  releaseBundle();
  await hydrated(page);
  await expect(page.locator('article')).toHaveCount(60);
  expect(await readList(page)).toBe(early);
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.goBack();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await readList(page)).toBe(early);
  await host.stop();
});

test('an address with more than filters in it is left to the bundle', async ({ page, store }) => {
  const releaseBundle = await holdBundle(page);
  const answered = page.waitForResponse('**/api/items');
  await page.goto(`${store.url}/items?sort=price`, { waitUntil: 'commit' });
  await answered;
  await expect(page.getByText('Loading items…')).toBeVisible();
  releaseBundle();
  await expect(page.locator('article')).toHaveCount(60);
});

for (const [what, body, reason] of [
  [
    'the store',
    "import { useAppSelector } from '../../store/hooks';\nexport const Parts = () => <b>{useAppSelector(String)}</b>;",
    'features/items/Parts.tsx > store/hooks.ts',
  ],
  [
    "React's useId",
    "import { useId } from 'react';\nexport const Parts = () => <b id={useId()} />;",
    'src/features/items/Parts.tsx',
  ],
] as const) {
  test(`a card that needs ${what} fails the build, which says where and what to do, and nothing else`, () => {
    const scratch = makeScratch(test.info().outputPath('store'));
    scratch.write('src/features/items/Parts.tsx', body);
    scratch.change('src/features/items/ItemCard.tsx', /^import/, "import { Parts } from './Parts';\nimport");
    scratch.change(
      'src/features/items/ItemCard.tsx',
      '<p className="price',
      '<Parts />\n<p className="price',
    );
    let said = '';
    try {
      scratch.build();
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain(`A card is drawn before ${what} is there`);
    expect(said).toContain(reason);
    expect(said).not.toContain('ENOENT');
  });
}

test('a screen with a parameter has a page that every host finds, and React takes over', async ({
  page,
  serve,
}) => {
  const scratch = makeScratch(test.info().outputPath('store'));
  const row = "{ path: '/items/:id', title: 'Item · Our Store' },\n  { path: '/cart'";
  scratch.change('src/app/screens.ts', "{ path: '/cart'", row);
  scratch.change('src/app/routes.tsx', "'/cart':", "'/items/:id': <ItemPage />,\n  '/cart':");
  scratch.change('src/app/routes.tsx', /^import/, "import { ItemPage } from './ItemPage';\nimport");
  scratch.change('tools/pages.tsx', "'/cart':", "'/items/:id': 'One item.',\n  '/cart':");
  scratch.write('src/app/ItemPage.tsx', itemPage);
  scratch.build();
  const simple = await startBuild({ dist: scratch.dist });
  for (const { url } of [simple, await serve(scratch.dist)]) {
    const answer = await page.goto(`${url}/items/42`);
    expect(answer?.status()).toBe(200);
    await hydrated(page);
    await expect(page.getByText('Item 42')).toBeVisible();
    expect(await page.locator('#root').getAttribute('data-screen')).toBe('/items/:id');
    await expect(page).toHaveTitle('Item · Our Store');
    expect((await page.request.get(`${url}/items/42/more`)).status()).toBe(404);
  }
  await simple.stop();

  scratch.change('src/app/ItemPage.tsx', '<h1>One item</h1>', '<h1>{id}</h1>');
  expect(() => scratch.build()).toThrow('/items/:id shows what stands in its address');
});

test("all of react-bootstrap's components build with their styles, by their names and by their folders", () => {
  const index = readFileSync('node_modules/react-bootstrap/esm/index.js', 'utf8');
  const names = [...index.matchAll(/default as ([A-Z]\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(100);
  const scratch = makeScratch(test.info().outputPath('store'));
  scratch.write(
    'src/app/All.tsx',
    [
      ...names.map((name) => `import ${name} from 'react-bootstrap/${name}';`),
      `import { ${names.map((name) => `${name} as Named${name}`).join(', ')} } from 'react-bootstrap';`,
      `const all = [${names.map((name) => `${name}, Named${name}`)}];`,
      "export const All = () => <Card><Col md={3}><Alert>Hi</Alert></Col>{all.every(Boolean) && 'All.'}</Card>;",
    ].join('\n'),
  );
  scratch.change('src/app/HomePage.tsx', /^import/, "import { All } from './All';\nimport");
  scratch.change('src/app/HomePage.tsx', '<h1', '<All /><h1');
  scratch.build();
  const html = readFileSync(`${scratch.dist}/index.html`, 'utf8');
  expect(html).toContain('All.</div>');
  // What the purge leaves out for who does not have it.
  for (const part of ['alert', 'card-header', 'form-check', 'form-select', 'form-text', 'tooltip'])
    expect(html).toContain(`.${part}{`);
});
