import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Field } from '../ui/Field';
import { PendingButton } from '../ui/PendingButton';
import { useLocked } from '../ui/useLocked';

type AuthFormProps = {
  title: string;
  submitText: string;
  autoComplete: 'new-password' | 'current-password';
  /** Sends the fields, by their names; resolves with an error when they were refused. */
  onSubmit: (fields: object) => Promise<{ error?: unknown }>;
  /** Fields before the email. */
  children?: ReactNode;
};

/** The card that signup and login share. A success leads to the items; a failure leaves the form as it is. */
export function AuthForm({ title, submitText, autoComplete, onSubmit, children }: AuthFormProps) {
  const navigate = useNavigate();
  const [submit, isPending] = useLocked(async (form: FormData) => {
    const { error } = await onSubmit(Object.fromEntries(form));
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
        <Field
          className="mb-3"
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          enterKeyHint="next"
          spellCheck={false}
          required
        />
        <PasswordField autoComplete={autoComplete} />
        <PendingButton type="submit" className="btn-primary w-100" isPending={isPending}>
          {submitText}
        </PendingButton>
      </form>
    </section>
  );
}

function PasswordField({ autoComplete }: Pick<AuthFormProps, 'autoComplete'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="mb-4">
      <label className="form-label" id="password-label" htmlFor="password">
        Password
      </label>
      <div className="password">
        <input
          className="form-control"
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          required
        />
        <button
          type="button"
          className="btn btn-quiet"
          aria-pressed={isShown}
          aria-controls="password"
          aria-describedby="password-label"
          onClick={() => setIsShown(!isShown)}
        >
          Show
        </button>
      </div>
    </div>
  );
}
