import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/deployFixtures';
import { hydrated, refusedCalls } from '../support/fixtures';
import { holdBundle } from '../support/hold';
import { startBuild } from '../support/hosts';
import { startImage } from '../support/image';
import { outline } from '../support/outline';
import { addItemScreen, makeScratch } from '../support/scratch';

// The tests of what has grown share one copy of the project and its build.
test.describe.configure({ mode: 'default' });

// A difference between what the page shows and what React draws would be a console error, which fails a test.
test.use({ allowErrors: refusedCalls });

/** What somebody would put on a card. */
const cardParts = `
import { Link } from 'react-router-dom';
import { Badge, FormSelect } from 'react-bootstrap';
import { Icon } from '../ui/Icon';
import type { Item } from '../../store/api.generated';

export const Parts = ({ item }: { item: Item }) => (
  <>
    {item.price > 50 && <span className="badge text-bg-warning">Over {50} {item.category}</span>}
    {item.price > 100 ? <Badge bg="danger">Dear</Badge> : null}
    {item.category === 'Toys' && <img src="/assets/none.png" alt="" width={40} hidden draggable={false} style={{ width: 40, lineHeight: 1.5 }} />}
    <ul>{item.name.split(' ').map((word) => <li key={word}>{word}{''}{0}{false}</li>)}</ul>
    <Link to={\`/items?category=\${item.category}\`} className="link-secondary">{item.category}</Link>
    <FormSelect size="sm" aria-label="Size"><option>S</option><option value="m">M</option></FormSelect>
    <label htmlFor={'n' + item._id}>Pieces</label>
    <input id={'n' + item._id} type="number" defaultValue={1} min={1} required aria-invalid={false} />
    <svg viewBox="0 0 9 9" strokeWidth={2} aria-hidden><circle cx={4} cy={4} r={3} fillRule="evenodd" /></svg>
    <Icon name="bag" />
  </>
);
`;

/** Components and classes that the store does not use, as somebody would write them; some that only a state or a text brings. */
const planted = `
import { useEffect, useState } from 'react';
import {
  Accordion, Alert, Badge, Breadcrumb, ButtonGroup, Card, Carousel, CloseButton, Col, Dropdown, Figure, FloatingLabel, Form, Image,
  InputGroup, ListGroup, Modal, Nav, Navbar, Offcanvas, Pagination, Placeholder, ProgressBar, Ratio, Row, Spinner, Stack, Tab, Table,
  Tabs, Toast, ToggleButton,
} from 'react-bootstrap';

const tones = ['success', 'danger', 'warning', 'info'];
const classes = [
  'text-danger', 'bg-warning', 'border border-3 border-success', 'rounded-pill', 'rounded-circle', 'shadow-lg', 'p-5', 'mt-5 me-auto', 'w-75',
  'd-none d-lg-block', 'd-md-none', 'fst-italic', 'fw-bold', 'text-uppercase', 'display-4', 'lead', 'text-truncate',
  'position-relative top-0 start-50 translate-middle', 'opacity-50', 'float-end', 'overflow-auto', 'hstack gap-3', 'vr', 'link-danger',
  'blockquote', 'visually-hidden', 'alert alert-light', 'card text-bg-dark', 'list-group list-group-flush', 'nav nav-pills', 'btn btn-lg btn-dark',
  'form-text text-muted', 'text-lg-end', 'order-md-2', 'col-xl-3', 'row row-cols-xl-5', 'is-invalid form-control', 'was-validated',
];

export function Planted() {
  const [size] = useState(4);
  // React cannot take over what is drawn elsewhere in the page.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  return (
    <div>
      {classes.map((name) => <div key={name} className={name}>{name}</div>)}
      {tones.map((tone) => <p key={tone} className={\`text-\${tone} bg-\${tone}-subtle border-\${tone}\`}>{tone}</p>)}
      <Accordion defaultActiveKey="0"><Accordion.Item eventKey="0"><Accordion.Header>A</Accordion.Header><Accordion.Body>B</Accordion.Body></Accordion.Item><Accordion.Item eventKey="1"><Accordion.Header>A</Accordion.Header><Accordion.Body>B</Accordion.Body></Accordion.Item></Accordion>
      {tones.map((tone) => <Alert key={tone} variant={tone} dismissible><Alert.Heading>A</Alert.Heading><Alert.Link href="#">B</Alert.Link></Alert>)}
      <h2>A <Badge bg="secondary" pill>New</Badge> <Badge bg="info" text="dark">New</Badge></h2>
      <Breadcrumb><Breadcrumb.Item href="#">A</Breadcrumb.Item><Breadcrumb.Item active>B</Breadcrumb.Item></Breadcrumb>
      <ButtonGroup vertical size="lg"><ToggleButton id="t" type="checkbox" value="1" checked onChange={() => {}} variant="outline-danger">T</ToggleButton></ButtonGroup>
      <Card border="danger" bg="light"><Card.Header>A</Card.Header><Card.Img variant="top" alt="" /><Card.Body><Card.Title>B</Card.Title><Card.Subtitle>C</Card.Subtitle><Card.Text>D</Card.Text><Card.Link href="#">E</Card.Link></Card.Body><Card.Footer>F</Card.Footer></Card>
      <Carousel interval={null}><Carousel.Item><p>A</p><Carousel.Caption>B</Carousel.Caption></Carousel.Item></Carousel>
      <CloseButton />
      <Dropdown show><Dropdown.Toggle id="d">A</Dropdown.Toggle><Dropdown.Menu><Dropdown.Item active href="#">B</Dropdown.Item><Dropdown.Divider /><Dropdown.Header>C</Dropdown.Header></Dropdown.Menu></Dropdown>
      <Figure><Figure.Image rounded alt="" /><Figure.Caption>A</Figure.Caption></Figure>
      <FloatingLabel label="A" controlId="f"><Form.Control placeholder="A" size="lg" isValid /></FloatingLabel>
      <Form validated><Form.Check type="switch" label="A" /><Form.Check inline type="radio" label="B" isInvalid feedback="C" /><Form.Select size="sm" /><Form.Range /><Form.Text muted>D</Form.Text><Form.Control required isInvalid plaintext /><Form.Control.Feedback type="invalid" tooltip>E</Form.Control.Feedback><Form.Control type="color" /><Form.Control type="file" /><Form.Control type="search" /></Form>
      <Image roundedCircle thumbnail fluid alt="" />
      <InputGroup size="sm"><InputGroup.Text>A</InputGroup.Text><InputGroup.Checkbox /></InputGroup>
      <ListGroup numbered horizontal="md"><ListGroup.Item action active>A</ListGroup.Item><ListGroup.Item variant="warning" disabled>B</ListGroup.Item></ListGroup>
      <Modal show={isOpen} centered scrollable size="lg" animation={false}><Modal.Header closeButton><Modal.Title>A</Modal.Title></Modal.Header><Modal.Body>B</Modal.Body><Modal.Footer>C</Modal.Footer></Modal>
      <Nav variant="tabs" fill><Nav.Item><Nav.Link active>A</Nav.Link></Nav.Item><Nav.Link disabled>B</Nav.Link></Nav>
      <Navbar expand="md" bg="dark" data-bs-theme="dark"><Navbar.Brand>A</Navbar.Brand><Navbar.Toggle /><Navbar.Collapse><Nav className="me-auto"><Nav.Link>B</Nav.Link></Nav><Navbar.Text>C</Navbar.Text></Navbar.Collapse></Navbar>
      <Offcanvas show={isOpen} placement="end"><Offcanvas.Header closeButton><Offcanvas.Title>A</Offcanvas.Title></Offcanvas.Header><Offcanvas.Body>B</Offcanvas.Body></Offcanvas>
      <Pagination size="sm"><Pagination.First /><Pagination.Item active>{1}</Pagination.Item><Pagination.Ellipsis disabled /></Pagination>
      <Placeholder animation="wave" bg="success" xs={6} /><ProgressBar striped animated now={60} variant="info" label="A" />
      <Ratio aspectRatio="21x9"><p>A</p></Ratio>
      <Row xs={2} xl={6} className="gx-5"><Col md={{ span: 5, offset: 3 }} xxl={size}>A</Col><Col lg="auto" order="last">B</Col></Row>
      <Spinner animation="grow" size="sm" variant="warning" /><Stack direction="horizontal" gap={5}><p className="ms-auto">A</p></Stack>
      <Tab.Container defaultActiveKey="a"><Tab.Content><Tab.Pane eventKey="a">A</Tab.Pane></Tab.Content></Tab.Container>
      <Table striped bordered hover responsive="md" variant="dark" size="sm"><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></Table>
      <Tabs defaultActiveKey="a" variant="pills" id="tabs"><Tab eventKey="a" title="A">B</Tab></Tabs>
      <Toast bg="primary"><Toast.Header><small>A</small></Toast.Header><Toast.Body>B</Toast.Body></Toast>
    </div>
  );
}
`;

/** A choice that is kept in the address, as CONTRIBUTING has it. */
const sorting = `
import { Form } from 'react-bootstrap';
import { useLocation, useNavigate } from 'react-router-dom';

export function Sorting() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const chosen = new URLSearchParams(search).get('sort') ?? '';
  return (
    <Form.Select aria-label="Sort" name="sort" value={chosen} onChange={({ target }) => navigate({ search: '?sort=' + target.value })}>
      <option value="">As listed</option>
      <option value="price">Price</option>
    </Form.Select>
  );
}
`;

const readList = (page: Page) => page.locator('.results ul.step').first().evaluate(outline);

test.describe('a copy with new parts on a card, a screen with a parameter, and much of Bootstrap on the home page', () => {
  let dist: string;
  let fullStyles: string;
  let host: Awaited<ReturnType<typeof startBuild>>;

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no fixture is needed
  test.beforeAll(async ({}, info) => {
    const scratch = makeScratch(info.outputPath('store'));
    scratch.plant('src/features/items/ItemCard.tsx', 'Parts', cardParts, '<p className="price');
    scratch.change('src/features/items/ItemCard.tsx', '<Parts />', '<Parts item={item} />');
    scratch.plant('src/app/HomePage.tsx', 'Planted', planted, '<h1');
    scratch.plant('src/features/items/FilterForm.tsx', 'Sorting', sorting, '<Row');
    addItemScreen(scratch);
    const purges = 'const style = await purge(';
    const keep = "this.emitFile({ type: 'asset', fileName: 'full.css', source: css });\n";
    scratch.change('tools/prerenderPlugin.ts', purges, keep + purges);
    scratch.build();
    dist = scratch.dist;
    fullStyles = scratch.read('dist/full.css');
    host = await startBuild({ dist });
  });
  test.afterAll(() => host.stop());

  test('a card with a badge, a picture, a list, a link, a field and parts of its own is drawn early as React draws it', async ({
    page,
  }) => {
    const releaseBundle = await holdBundle(page);
    await page.goto(`${host.url}/items`, { waitUntil: 'commit' });
    await expect(page.locator('article')).toHaveCount(24);
    await expect(page.getByText(/^Over 50/).first()).toBeVisible();
    const early = await readList(page);
    releaseBundle();
    await hydrated(page);
    await expect(page.locator('article')).toHaveCount(60);
    expect(await readList(page)).toBe(early);
    await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click();
    await page.goBack();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await readList(page)).toBe(early);
  });

  test('a choice between the first paint and the script is made', async ({ page }) => {
    for (const [address, choice, end] of [
      ['/items', 'price', '/items?sort=price'],
      ['/items?sort=price', '', '/items?sort='],
    ] as const) {
      const releaseBundle = await holdBundle(page);
      await page.goto(host.url + address, { waitUntil: 'commit' });
      const select = page.getByLabel('Sort');
      await select.selectOption(choice);
      releaseBundle();
      await hydrated(page);
      await expect(page).toHaveURL(host.url + end);
      await expect(select).toHaveValue(choice);
    }
  });

  test('a screen with a parameter has a page that every host finds, and React takes over', async ({
    page,
    serve,
    otherBackend,
  }) => {
    const image = await startImage(dist, otherBackend);
    await expect(image.checkHealth).toPass();
    for (const { url } of [host, await serve(dist), image]) {
      const answer = await page.goto(`${url}/items/42`);
      expect(answer?.status()).toBe(200);
      await hydrated(page);
      await expect(page.getByText('Item 42')).toBeVisible();
      expect(await page.locator('#root').getAttribute('data-screen')).toBe('/items/:id');
      await expect(page).toHaveTitle('Item · Our Store');
      expect((await page.request.get(`${url}/items/42/more`)).status()).toBe(404);
    }
    await image.stop();
  });

  test.describe(() => {
    // The policy refuses style attributes in a page's markup; React sets them anew.
    test.use({ allowErrors: /style-src/ });

    test('whatever of Bootstrap is written looks as with all of its styles, at every width and in both schemes', async ({
      page,
    }) => {
      await page.goto(host.url);
      await hydrated(page);
      await expect(page.locator('.offcanvas.show:not(.showing)')).toBeVisible();
      for (const [width, colorScheme] of [
        [360, 'light'],
        [700, 'light'],
        [1000, 'dark'],
        [1500, 'light'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const { count, differences } = await page.evaluate(compareLooks, fullStyles);
        expect(count).toBeGreaterThan(200);
        expect.soft(differences, `${width} px, ${colorScheme}`).toEqual([]);
      }
    });
  });
});

/** Which elements look otherwise, or have something else before or after them, where the page has these styles in the place of its own. */
function compareLooks(css: string) {
  const elements = [...document.body.querySelectorAll('*')];
  function readLooks() {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
      else {
        animation.pause();
        animation.currentTime = 0;
      }
    }
    return elements.map((element) =>
      [undefined, '::before', '::after'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        if (pseudo && style.content === 'none') return [];
        // What a property of one's own is good for shows in the others.
        const names = [...style].filter((name) => !name.startsWith('--'));
        return names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
      }),
    );
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const own = [...document.styleSheets];
  const looks = readLooks();
  for (const it of own) it.disabled = true;
  document.adoptedStyleSheets = [sheet];
  const withAll = readLooks();
  document.adoptedStyleSheets = [];
  for (const it of own) it.disabled = false;
  const differences = elements.flatMap((element, index) => {
    const [here = [], full = []] = [looks[index], withAll[index]];
    const lost = full.filter((line, i) => here[i] !== line);
    return here.length === full.length && lost.length === 0
      ? []
      : [`${element.localName}.${element.getAttribute('class')}: ${lost.slice(0, 3).join('; ')}`];
  });
  return { count: elements.length, differences };
}

test('an address with more than filters in it is left to the bundle', async ({ page, store }) => {
  const releaseBundle = await holdBundle(page);
  const answered = page.waitForResponse('**/api/items');
  await page.goto(`${store.url}/items?sort=price`, { waitUntil: 'commit' });
  await answered;
  await expect(page.getByText('Loading items…')).toBeVisible();
  releaseBundle();
  await expect(page.locator('article')).toHaveCount(60);
});

for (const [what, spoil, ...reasons] of [
  [
    'a card that needs the store',
    (scratch) =>
      scratch.plant(
        'src/features/items/ItemCard.tsx',
        'Parts',
        "import { useAppSelector } from '../../store/hooks';\nexport const Parts = () => <b>{useAppSelector(String)}</b>;",
        '<p className="price',
      ),
    'A card is drawn before the store is there',
    'features/items/Parts.tsx > store/hooks.ts',
  ],
  [
    "a card that needs React's useId",
    (scratch) =>
      scratch.plant(
        'src/features/items/ItemCard.tsx',
        'Parts',
        "import { useId } from 'react';\nexport const Parts = () => <b id={useId()} />;",
        '<p className="price',
      ),
    "A card is drawn before React's useId is there",
    'src/features/items/Parts.tsx',
  ],
  [
    'a card with a part of react-bootstrap that has many',
    (scratch) =>
      scratch.plant(
        'src/features/items/ItemCard.tsx',
        'Parts',
        "import { Form } from 'react-bootstrap';\nexport const Parts = () => <Form.Select />;",
        '<p className="price',
      ),
    "A card is drawn before React's Children is there",
    'FormSelect for Form.Select',
  ],
  [
    'a page that shows its parameter',
    (scratch) => {
      addItemScreen(scratch);
      scratch.change('src/app/ItemPage.tsx', '<h1>One item</h1>', '<h1>{id}</h1>');
    },
    '/items/:id shows what stands in its address',
  ],
] as [string, (scratch: ReturnType<typeof makeScratch>) => void, ...string[]][]) {
  test(`${what} fails the build, which says where and what to do, and nothing else`, () => {
    const scratch = makeScratch(test.info().outputPath('store'));
    spoil(scratch);
    let said = '';
    try {
      scratch.build();
    } catch (error) {
      said = String(error);
    }
    for (const reason of reasons) expect(said).toContain(reason);
    expect(said).not.toContain('ENOENT');
  });
}

test("all of react-bootstrap's components build with their styles, by their names and by their folders", () => {
  const index = readFileSync('node_modules/react-bootstrap/esm/index.js', 'utf8');
  const names = [...index.matchAll(/default as ([A-Z]\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(100);
  const scratch = makeScratch(test.info().outputPath('store'));
  scratch.plant(
    'src/app/HomePage.tsx',
    'All',
    [
      ...names.map((name) => `import ${name} from 'react-bootstrap/${name}';`),
      `import { ${names.map((name) => `${name} as Named${name}`).join(', ')} } from 'react-bootstrap';`,
      `const all = [${names.map((name) => `${name}, Named${name}`)}];`,
      "export const All = () => <Card><Col md={3}><Alert>Hi</Alert></Col>{all.every(Boolean) && 'All.'}</Card>;",
    ].join('\n'),
    '<h1',
  );
  scratch.build();
  const html = readFileSync(`${scratch.dist}/index.html`, 'utf8');
  expect(html).toContain('All.</div>');
  // What the purge leaves out for who does not have it.
  for (const part of ['alert', 'card-header', 'form-check', 'form-select', 'form-text', 'tooltip'])
    expect(html).toContain(`.${part}{`);
});
