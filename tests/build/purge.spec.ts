import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, hydrated, refusedCalls, test } from '../support/fixtures';
import { makeScratch } from '../support/scratch';
import { headings } from '../support/screens';
import { startBuild } from '../support/servers';

/**
 * The styles that `npm run dev` loads, without pictures, whose addresses differ. Bootstrap and the theme come first. The others
 * follow in the order of the alphabet, in which no page imports them: their order must not matter.
 */
function developmentStyles(root = '.') {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).toSorted();
  const ours = files.filter((file) => file.endsWith('.css')).map((file) => join('src', file));
  const theme = join('src', 'app', 'theme.css');
  const sheets = [
    'node_modules/bootstrap/dist/css/bootstrap.min.css',
    theme,
    ...ours.filter((file) => file !== theme),
  ];
  const styles = sheets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  return styles.replace(/url\("\.\/.*?\)/g, 'url("data:,")');
}

test.describe('the store', () => {
  test.use({ allowErrors: refusedCalls });
  test('every screen looks as in development', { tag: '@smoke' }, async ({ page }) => {
    const styles = developmentStyles();
    for (const address of Object.keys(headings)) {
      // Six cards are enough to compare.
      await page.goto(`${address}?category=Toys`);
      await hydrated(page);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await page.evaluate(compareLooks, styles), address).toEqual([]);
    }
  });
});

/** Classes and components that the store does not use, as a developer would write them. */
const planted = {
  'a class': `<p className="text-danger border border-3 rounded-pill shadow-lg p-5 d-none d-lg-block order-md-2">A</p>`,
  'a class with a condition': `<p className={isOpen ? 'alert text-danger' : 'text-danger'}>A</p>`,
  'a class of clsx': `<p className={clsx('alert', isOpen && 'alert-info', { 'fst-italic': isOpen })}>A</p>`,
  'a class from a template literal': `{tones.map((tone) => <p key={tone} className={\`bg-\${tone} text-\${tone}-emphasis border-\${tone}\`}>A</p>)}`,
  'a class from a table': `{Object.values({ low: 'badge text-bg-warning', out: 'badge text-bg-danger' }).map((name) => <i key={name} className={name}>A</i>)}`,
  'a component with props from an object': `{tones.map((tone) => ({ bg: tone })).map((look) => <Card key={look.bg} {...look}>A</Card>)}`,
  'variables in a style': `<p style={{ color: 'var(--bs-purple)', background: \`var(--bs-\${hue})\` }}>A</p>`,
  'an inline color scheme': `<p style={{ colorScheme: 'dark' }} className="planted-scheme">A</p>`,
  'plain elements': `<dl><dt>A</dt><dd><kbd>B</kbd> <mark>C</mark> <code>D</code></dd></dl>`,
  'plain form classes': `<div className="was-validated form-floating"><input className="form-control is-invalid" required /><input type="file" className="form-control" /></div>`,
  Accordion: `<Accordion defaultActiveKey="0"><Accordion.Item eventKey="0"><Accordion.Header>A</Accordion.Header><Accordion.Body>B</Accordion.Body></Accordion.Item><Accordion.Item eventKey="1"><Accordion.Header>A</Accordion.Header><Accordion.Body>B</Accordion.Body></Accordion.Item></Accordion>`,
  Alert: `{tones.map((tone) => <Alert key={tone} variant={tone} dismissible><Alert.Heading>A</Alert.Heading><Alert.Link href="#">B</Alert.Link></Alert>)}`,
  Badge: `<h2>A <Badge bg="secondary" pill>New</Badge> <Badge bg="info" text="dark">New</Badge></h2>`,
  Breadcrumb: `<Breadcrumb><Breadcrumb.Item href="#">A</Breadcrumb.Item><Breadcrumb.Item active>B</Breadcrumb.Item></Breadcrumb>`,
  ButtonGroup: `<ButtonGroup vertical size="lg"><ToggleButton id="t" type="checkbox" value="1" checked onChange={() => {}} variant="outline-danger">T</ToggleButton></ButtonGroup>`,
  Card: `<Card border="danger" bg="light"><Card.Header>A</Card.Header><Card.Img variant="top" alt="" /><Card.Body><Card.Title>B</Card.Title><Card.Subtitle>C</Card.Subtitle><Card.Text>D</Card.Text><Card.Link href="#">E</Card.Link></Card.Body><Card.Footer>F</Card.Footer></Card>`,
  Carousel: `<Carousel interval={null}><Carousel.Item><p>A</p><Carousel.Caption>B</Carousel.Caption></Carousel.Item></Carousel>`,
  CloseButton: `<CloseButton />`,
  Dropdown: `<Dropdown show><Dropdown.Toggle id="d">A</Dropdown.Toggle><Dropdown.Menu><Dropdown.Item active href="#">B</Dropdown.Item><Dropdown.Divider /><Dropdown.Header>C</Dropdown.Header></Dropdown.Menu></Dropdown>`,
  Figure: `<Figure><Figure.Image rounded alt="" /><Figure.Caption>A</Figure.Caption></Figure>`,
  FloatingLabel: `<FloatingLabel label="A" controlId="f"><Form.Control placeholder="A" size="lg" isValid /></FloatingLabel>`,
  Form: `<Form validated><Form.Check type="switch" label="A" /><Form.Check inline type="radio" label="B" isInvalid feedback="C" /><Form.Select size="sm" /><Form.Range /><Form.Text muted>D</Form.Text><Form.Control required isInvalid plaintext /><Form.Control.Feedback type="invalid" tooltip>E</Form.Control.Feedback><Form.Control type="color" /><Form.Control type="search" /></Form>`,
  Image: `<Image roundedCircle thumbnail fluid alt="" />`,
  InputGroup: `<InputGroup size="sm"><InputGroup.Text>A</InputGroup.Text><InputGroup.Checkbox /></InputGroup>`,
  ListGroup: `<ListGroup numbered horizontal="md"><ListGroup.Item action active>A</ListGroup.Item><ListGroup.Item variant="warning" disabled>B</ListGroup.Item></ListGroup>`,
  Modal: `<Modal show centered scrollable size="lg" animation={false}><Modal.Header closeButton><Modal.Title>A</Modal.Title></Modal.Header><Modal.Body>B</Modal.Body><Modal.Footer>C</Modal.Footer></Modal>`,
  Nav: `<Nav variant="tabs" fill><Nav.Item><Nav.Link active>A</Nav.Link></Nav.Item><Nav.Link disabled>B</Nav.Link></Nav>`,
  Navbar: `<Navbar expand="md" bg="dark" data-bs-theme="dark"><Navbar.Brand>A</Navbar.Brand><Navbar.Toggle /><Navbar.Collapse><Nav className="me-auto"><Nav.Link>B</Nav.Link></Nav><Navbar.Text>C</Navbar.Text></Navbar.Collapse></Navbar>`,
  Offcanvas: `<Offcanvas show placement="end"><Offcanvas.Header closeButton><Offcanvas.Title>A</Offcanvas.Title></Offcanvas.Header><Offcanvas.Body>B</Offcanvas.Body></Offcanvas>`,
  Pagination: `<Pagination size="sm"><Pagination.First /><Pagination.Item active>{1}</Pagination.Item><Pagination.Ellipsis disabled /></Pagination>`,
  Placeholder: `<Placeholder animation="wave" bg="success" xs={6} />`,
  ProgressBar: `<ProgressBar striped animated now={60} variant="info" label="A" />`,
  Ratio: `<Ratio aspectRatio="21x9"><p>A</p></Ratio>`,
  Row: `<Row xs={2} xl={6} className="gx-5"><Col md={{ span: 5, offset: 3 }} xxl={size}>A</Col><Col lg="auto" order="last">B</Col></Row>`,
  Spinner: `<Spinner animation="grow" size="sm" variant="warning" />`,
  Stack: `<Stack direction="horizontal" gap={5}><p className="ms-auto">A</p></Stack>`,
  Table: `<Table striped bordered hover responsive="md" variant="dark" size="sm"><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></Table>`,
  Tabs: `<Tabs defaultActiveKey="a" variant="pills" id="tabs"><Tab eventKey="a" title="A">B</Tab></Tabs>`,
  Toast: `<Toast bg="primary"><Toast.Header><small>A</small></Toast.Header><Toast.Body>B</Toast.Body></Toast>`,
};

const components = [...new Set(JSON.stringify(planted).match(/(?<=<)[A-Z]\w+/g))];

// Drawn after hydration, so that no class is kept because a prerendered page has it.
const plantedModule = `
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { ${components.join(', ')} } from 'react-bootstrap';

const tones = ['success', 'danger', 'warning', 'info'];

export function Planted() {
  const [size] = useState(4);
  const [hue] = useState('indigo');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  if (!isOpen) return null;
  return (
    <>
      ${Object.entries(planted)
        .map(([name, jsx]) => `<section data-row="${name}">${jsx}</section>`)
        .join('\n')}
    </>
  );
}
`;

const plantedTheme = `
:root[data-scheme="dark"] .lead { letter-spacing: 3px }
.lead { background: var(--bs-teal) }
.planted-scheme { color: light-dark(black, white) }
`;

test('classes, components and theme rules that the store does not use yet look as in development, at every width and in both colour schemes', async ({
  page,
}) => {
  const scratch = makeScratch(test.info().outputPath('store'));
  scratch.plant('src/app/HomePage.tsx', 'Planted', plantedModule, '<h1');
  scratch.write('src/app/theme.css', scratch.read('src/app/theme.css') + plantedTheme);
  scratch.build();
  const styles = developmentStyles(scratch.root);
  const host = await startBuild({ dist: scratch.dist });
  await page.goto(host.url);
  await page.evaluate(() => document.documentElement.setAttribute('data-scheme', 'dark'));
  await expect(page.locator('.lead')).toHaveCSS('letter-spacing', '3px');
  await expect(page.locator('.offcanvas.show:not(.showing)')).toBeVisible();
  for (const [width, colorScheme] of [
    [360, 'light'],
    [700, 'light'],
    [1000, 'dark'],
    [1500, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await page.evaluate(compareLooks, styles), `${width} px, ${colorScheme}`).toEqual([]);
  }
  await host.stop();
});

/** The elements whose computed styles change if the page has these styles instead of its own. Runs in the page. */
function compareLooks(styles: string): string[] {
  const elements = [...document.body.querySelectorAll('*')];
  // A custom property matters only where another property reads it.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
  /** The values of an element and its pseudo-elements. */
  function readLook(element: Element) {
    const pseudos = element.matches('input') ? ['', '::placeholder'] : ['', '::before', '::after'];
    return pseudos.map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.content === 'none' ? [] : names.map((name) => style.getPropertyValue(name));
    });
  }
  function readLooks() {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
      else {
        animation.pause();
        animation.currentTime = 0;
      }
    }
    return elements.map(readLook);
  }
  const withoutAddresses = (value = '') => value.replace(/url\(".*?"\)/g, 'url()');
  const built = readLooks();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  for (const builtSheet of document.styleSheets) builtSheet.disabled = true;
  document.adoptedStyleSheets = [sheet];
  const development = readLooks();
  document.adoptedStyleSheets = [];
  for (const builtSheet of document.styleSheets) builtSheet.disabled = false;

  return elements.flatMap((element, index) => {
    const differences = (development[index] ?? []).flatMap((values, pseudo) =>
      values.flatMap((value, position) => {
        const builtValue = built[index]?.[pseudo]?.[position];
        const isSame = value === builtValue || withoutAddresses(value) === withoutAddresses(builtValue);
        return isSame ? [] : [`${names[position]}: ${value} instead of ${builtValue}`];
      }),
    );
    const row = element.closest('[data-row]')?.getAttribute('data-row') ?? '';
    const name = `${row} ${element.localName}.${element.getAttribute('class')}`;
    return differences.length ? [`${name}: ${differences.slice(0, 3).join('; ')}`] : [];
  });
}
