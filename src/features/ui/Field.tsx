import { Form, type FormControlProps } from 'react-bootstrap';

type FieldProps = FormControlProps & { name: string; label: string };

/** A labelled input; `name` is its id too, and `className` that of the box around both. */
export const Field = ({ label, className, ...input }: FieldProps) => (
  <Form.Group className={className} controlId={input.name}>
    <Form.Label className="small fw-semibold">{label}</Form.Label>
    <Form.Control type="text" {...input} />
  </Form.Group>
);
