import type { ComponentProps } from 'react';

type FieldProps = ComponentProps<'input'> & { name: string; label: string };

/** A labelled input; `name` is its id too, `className` that of the box around all, and `children` stand after it. */
// Plain elements: react-bootstrap's form parts bring 1 kB of checks that the types have made.
export const Field = ({ label, className, children, ...input }: FieldProps) => (
  <div className={className}>
    <label className="form-label" id={children ? `${input.name}-label` : undefined} htmlFor={input.name}>
      {label}
    </label>
    <input type="text" className="form-control" id={input.name} {...input} />
    {children}
  </div>
);
