import { FormControl, type FormControlProps, FormGroup, FormLabel } from 'react-bootstrap';

export type FieldProps = FormControlProps & { name: string; label: string; currency?: string };

/** A labelled input with its attachments. Its id is its `name`. */
export const Field = ({ label, currency, children, ...input }: FieldProps) => (
  <FormGroup controlId={input.name}>
    <FormLabel id={`${input.name}-label`} className="d-block small fw-semibold mb-1">
      {label}
    </FormLabel>
    {currency && (
      <span className="currency" aria-hidden="true">
        {currency}
      </span>
    )}
    {/* react-bootstrap's InputGroup would add the styles of checkboxes to every page: 0.3 kB. */}
    <div className="input-group">
      <FormControl type="text" autoCapitalize="none" spellCheck={false} {...input} />
      {children}
    </div>
  </FormGroup>
);
