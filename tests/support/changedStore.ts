import { addOrderScreen, makeScratch } from './scratch';

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

/** Every second one from its folder: the build must find both. */
const imports = [...new Set(JSON.stringify(planted).match(/(?<=<)[A-Z]\w+/g))].map((name, index) =>
  index % 2 ? `import ${name} from 'react-bootstrap/${name}';` : `import { ${name} } from 'react-bootstrap';`,
);

// Drawn after hydration, so that no class is kept because a prerendered page has it.
const plantedModule = `
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
${imports.join('\n')}

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

/** Builds a store with what developers could add: components, styles, a screen with a parameter and a text. */
export function buildChangedStore(directory: string) {
  const scratch = makeScratch(directory);
  scratch.plant('src/app/HomePage.tsx', 'Planted', plantedModule, '<h1');
  scratch.write('src/app/theme.css', scratch.read('src/app/theme.css') + plantedTheme);
  scratch.change('src/store/messages.ts', 'Item added to cart!', 'Added!');
  addOrderScreen(scratch);
  scratch.build([], { API_TARGET: 'https://backend.example/' });
  return scratch;
}
