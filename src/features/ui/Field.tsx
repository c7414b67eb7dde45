import type { ComponentProps } from 'react';

type FieldProps = ComponentProps<'input'> & { name: string; label: string };

/** A labelled input; `name` is its id too, and `className` that of the box around both. */
// Plain elements: react-bootstrap's form parts bring 1 kB of checks that the types have made.
export const Field = ({ label, className, ...input }: FieldProps) => (
  <div className={className}>
    <label className="form-label" htmlFor={input.name}>
      {label}
    </label>
    <input className="form-control" id={input.name} {...input} />
  </div>
);
