import { Form, type FormControlProps, InputGroup } from 'react-bootstrap';

type FieldProps = FormControlProps & { name: string; label: string };

/** A labelled input, whose `name` is its id too, and what is attached to it. */
export const Field = ({ label, children, ...input }: FieldProps) => (
  <Form.Group controlId={input.name}>
    <Form.Label id={`${input.name}-label`} className="small fw-semibold">
      {label}
    </Form.Label>
    <InputGroup>
      <Form.Control type="text" autoCapitalize="none" spellCheck={false} {...input} />
      {children}
    </InputGroup>
  </Form.Group>
);
