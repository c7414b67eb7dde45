import { type FormEvent, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { SignupRequest } from '../../store/api.generated';
import { useAppSelector } from '../../store/hooks';
import { Field } from '../ui/Field';
import { PendingButton } from '../ui/PendingButton';
import { useHydrated } from '../ui/useHydrated';
import { usePendingAction } from '../ui/usePendingAction';
import { toAsciiEmail } from './asciiEmail';
import './AuthForm.css';

type AuthFormProps = {
  form: 'login' | 'signup';
  heading: string;
  submitText: string;
  onSubmit: (fields: SignupRequest) => PromiseLike<{ error?: unknown }>;
  otherForm: { question: string; to: '/login' | '/signup'; linkText: string };
};

/** The form of signup and login. Navigates to /items on success. Keeps the input on failure. */
export function AuthForm({ form, heading, submitText, onSubmit, otherForm }: AuthFormProps) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const token = useAppSelector(({ auth }) => auth.token);
  const { state } = useLocation();
  const [email, setEmail] = useState<string>(state?.email ?? '');
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
            // From the other form
            defaultValue={isHydrated ? state?.email : undefined}
            onBlur={(event) => setEmail(event.target.value)}
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
              onClick={() => setIsPasswordShown((isShown) => !isShown)}
            >
              {isPasswordShown ? 'Hide' : 'Show'}
            </Button>
          </Field>
          <PendingButton
            type="submit"
            // Hides `form.submit`. Some password managers call it, which skips `onSubmit`, and may leave the page.
            name="submit"
            className="btn-primary mt-2"
            isPending={isPending}
          >
            {submitText}
          </PendingButton>
        </form>
      </Card>
      {/* The link is a large touch target: padding of inline text does not move the lines. */}
      <p className="text-center text-body-secondary mt-3 mb-2">
        {`${otherForm.question} `}
        <Link className="py-3" to={otherForm.to} state={{ email }}>
          {otherForm.linkText}
        </Link>
      </p>
      <p className="auth-hint text-center text-body-secondary mb-0">
        {isHydrated && token !== null && 'You are logged in.'}
      </p>
    </div>
  );
}
