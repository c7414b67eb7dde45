import type { FormEvent, ReactNode } from 'react';
import FormControl from 'react-bootstrap/FormControl';
import FormGroup from 'react-bootstrap/FormGroup';
import FormLabel from 'react-bootstrap/FormLabel';
import { useNavigate } from 'react-router-dom';
import { PendingButton } from '../ui/PendingButton';
import { useLocked } from '../ui/useLocked';
import { PasswordField } from './PasswordField';

type AuthFormProps = {
  title: string;
  submitText: string;
  autoComplete: 'new-password' | 'current-password';
  /** Sends the form; resolves with an error when it was refused. */
  onSubmit: (form: FormData) => Promise<{ error?: unknown }>;
  /** Fields before the email. */
  children?: ReactNode;
};

/** The card that signup and login share. A success leads to the items; a failure leaves the form as it is. */
export function AuthForm({ title, submitText, autoComplete, onSubmit, children }: AuthFormProps) {
  const navigate = useNavigate();
  const [submit, isPending] = useLocked(async (form: FormData) => {
    const { error } = await onSubmit(form);
    if (!error) navigate('/items');
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(new FormData(event.currentTarget));
  }

  return (
    <section className="auth surface" aria-labelledby="auth-title">
      <h1 className="mb-4" id="auth-title" tabIndex={-1}>
        {title}
      </h1>
      <form method="post" onSubmit={handleSubmit}>
        {children}
        <FormGroup className="mb-3" controlId="email">
          <FormLabel>Email</FormLabel>
          <FormControl
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </FormGroup>
        <PasswordField autoComplete={autoComplete} />
        <PendingButton type="submit" className="btn-primary w-100" isPending={isPending}>
          {submitText}
        </PendingButton>
      </form>
    </section>
  );
}

/** A field of a submitted form as text. */
export const field = (form: FormData, name: string) => String(form.get(name) ?? '');
