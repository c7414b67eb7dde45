import { useState } from 'react';
import { FormControl, type FormControlProps } from 'react-bootstrap';
import './Field.css';

export type FieldProps = FormControlProps & { name: string; label: string; currency?: string };

/**
 * A labelled input with an optional currency sign. The browser's message for an invalid value stays until the value is valid.
 * `children` is a button next to the input. `name` is also the input's id.
 * The label and the group are plain elements: with FormLabel and InputGroup, PurgeCSS would keep 0.7 kB of unused rules.
 */
export function Field({ label, currency, children, ...input }: FieldProps) {
  const [error, setError] = useState('');
  const errorId = `${input.name}-error`;
  const updateError = ({ currentTarget }: { currentTarget: { validationMessage: string } }) =>
    setError(currentTarget.validationMessage);
  return (
    <div>
      <label
        id={`${input.name}-label`}
        className="form-label d-block small fw-semibold mb-1"
        htmlFor={input.name}
      >
        {label}
      </label>
      {currency && (
        <span className="currency" aria-hidden="true">
          {currency}
        </span>
      )}
      <div className="input-group">
        <FormControl
          id={input.name}
          type="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onInvalid={updateError}
          onInput={error ? updateError : undefined}
          {...input}
        />
        {children}
      </div>
      {error && (
        <p className="field-error small mt-1 mb-0" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
