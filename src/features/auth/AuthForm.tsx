import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import type { SignupRequest } from '../../store/api.generated';
import { Field } from '../ui/Field';
import { PendingButton } from '../ui/PendingButton';
import { usePendingAction } from '../ui/usePendingAction';
import './AuthForm.css';
import { toAsciiEmail } from './asciiEmail';

type AuthFormProps = {
  form: 'login' | 'signup';
  heading: string;
  submitText: string;
  onSubmit: (fields: SignupRequest) => PromiseLike<{ error?: unknown }>;
  /** The link to the other form. */
  children: ReactNode;
};

/** The form of signup and login. Navigates to /items on success. Keeps the input on failure. */
export function AuthForm({ form, heading, submitText, onSubmit, children }: AuthFormProps) {
  const navigate = useNavigate();
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [submit, isPending] = usePendingAction(async (data: FormData) => {
    // The login form has no Name field, and `login` does not need one.
    const fields = Object.fromEntries(data) as SignupRequest;
    const { error } = await onSubmit({ ...fields, email: toAsciiEmail(fields.email) });
    if (!error) navigate('/items');
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    submit(new FormData(event.currentTarget));
  }

  return (
    <div className="py-4 py-md-5">
      <Card body className="auth mx-auto">
        <h1 className="mb-4">{heading}</h1>
        <form
          className="vstack gap-3"
          // If the browser submits the form itself, such as without JavaScript, GET would put the password into the URL.
          method="post"
          onSubmit={handleSubmit}
          // App resets the forms of a page from the bfcache.
          onReset={() => setIsPasswordShown(false)}
        >
          {form === 'signup' && (
            <Field label="Name" name="name" autoComplete="name" autoCapitalize="words" required />
          )}
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete={form === 'signup' ? 'email' : 'username'}
            required
          />
          <Field
            label="Password"
            name="password"
            type={isPasswordShown ? 'text' : 'password'}
            autoComplete={form === 'signup' ? 'new-password' : 'current-password'}
            enterKeyHint="go"
            required
          >
            <Button
              variant="secondary"
              aria-controls="password"
              aria-describedby="password-label"
              onClick={() => setIsPasswordShown(!isPasswordShown)}
            >
              {isPasswordShown ? 'Hide' : 'Show'}
            </Button>
          </Field>
          <PendingButton type="submit" className="btn-primary mt-2" isPending={isPending}>
            {submitText}
          </PendingButton>
        </form>
      </Card>
      <p className="text-center text-body-secondary mt-1 mb-0">{children}</p>
    </div>
  );
}
