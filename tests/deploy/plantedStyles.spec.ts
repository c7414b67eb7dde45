import type { Page } from '@playwright/test';
import { expect, test } from '../support/deployFixtures';
import { hydrated } from '../support/fixtures';
import { readFullStyles } from '../support/fullStyles';
import { startBuild } from '../support/hosts';
import { makeScratch } from '../support/scratch';

// The policy refuses style attributes in a page's markup; React sets them anew.
test.use({ allowErrors: /style-src/ });

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
      <Form validated><Form.Check type="switch" label="A" /><Form.Check inline type="radio" label="B" isInvalid feedback="C" /><Form.Select size="sm" /><Form.Range /><Form.Text muted>D</Form.Text><Form.Control required isInvalid plaintext /><Form.Control.Feedback type="invalid" tooltip>E</Form.Control.Feedback><Form.Control type="color" /><Form.Control type="file" /></Form>
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

/** Lets the page have these styles in the place of its own, if the page does this. */
function useStyles(css?: string) {
  if (!css) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  for (const own of document.styleSheets) own.disabled = true;
  document.adoptedStyleSheets = [sheet];
}

/** How each element looks, and what stands before and after it. */
const readLooks = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
      else {
        animation.pause();
        animation.currentTime = 0;
      }
    }
    const look = (element: Element, pseudo?: string) => {
      const style = getComputedStyle(element, pseudo);
      // What a property of one's own is good for shows in the others.
      const names = [...style].filter((name) => !name.startsWith('--'));
      return names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
    };
    return [...document.body.querySelectorAll('*')].map((element) => ({
      name: `${element.localName}.${element.getAttribute('class')}`,
      styles: [undefined, '::before', '::after'].map((pseudo) => look(element, pseudo)),
    }));
  });

test('whatever of Bootstrap is written looks as with all of its styles, at every width and in both schemes', async ({
  page,
}) => {
  const scratch = makeScratch(test.info().outputPath('store'));
  scratch.write('src/app/Planted.tsx', planted);
  scratch.change('src/app/HomePage.tsx', /^import/, "import { Planted } from './Planted';\nimport");
  scratch.change('src/app/HomePage.tsx', '<h1', '<Planted /><h1');
  scratch.build();
  const full = await readFullStyles(scratch.root);
  const host = await startBuild({ dist: scratch.dist });
  for (const [width, colorScheme] of [
    [360, 'light'],
    [700, 'light'],
    [1000, 'dark'],
    [1500, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const looks = [];
    for (const sheet of [undefined, full]) {
      await page.goto(host.url);
      await page.evaluate(useStyles, sheet);
      await hydrated(page);
      await expect(page.locator('.offcanvas.show:not(.showing)')).toBeVisible();
      looks.push(await readLooks(page));
    }
    const [inProduction = [], withAll = []] = looks;
    expect(inProduction.length).toBeGreaterThan(200);
    const differences = withAll.flatMap(({ name, styles }, index) => {
      const other = inProduction[index]?.styles ?? [];
      const lost = styles.flatMap((lines, at) => lines.filter((line, i) => other[at]?.[i] !== line));
      return lost.length ? [`${name}: ${lost.slice(0, 3).join('; ')}`] : [];
    });
    expect.soft(differences, `${width} px, ${colorScheme}`).toEqual([]);
  }
  await host.stop();
});
