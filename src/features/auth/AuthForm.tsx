import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import type { SignupApiArg } from '../../store/api.generated';
import { useAppDispatch } from '../../store/hooks';
import { Field } from '../ui/Field';
import { PendingButton } from '../ui/PendingButton';
import { useLocked } from '../ui/useLocked';
import { submit } from './authSlice';

type AuthFormProps = {
  form: 'login' | 'signup';
  title: string;
  submitText: string;
  /** The way to the other form. */
  children: ReactNode;
};

/** What signup and login share. A success leads to the items; a failure leaves the form as it is. */
export function AuthForm({ form, title, submitText, children }: AuthFormProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [isShown, setIsShown] = useState(false);
  const [send, isPending] = useLocked(async (fields: FormData) => {
    const { error } = await dispatch(submit(form, Object.fromEntries(fields) as SignupApiArg));
    if (!error) navigate('/items');
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  }

  return (
    <div className="py-4 py-md-5">
      <Card as="section" body className="auth mx-auto" aria-label={title}>
        <h1 className="mb-4">{title}</h1>
        <Form
          className="vstack gap-3"
          method="post"
          onSubmit={handleSubmit}
          onReset={() => setIsShown(false)}
        >
          {form === 'signup' && (
            <Field label="Name" name="name" autoComplete="name" autoCapitalize="words" required />
          )}
          <Field label="Email" name="email" type="email" autoComplete="username" required />
          <Field
            label="Password"
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={form === 'signup' ? 'new-password' : 'current-password'}
            required
          >
            <Button
              variant="secondary"
              aria-pressed={isShown}
              aria-controls="password"
              aria-describedby="password-label"
              onClick={() => setIsShown(!isShown)}
            >
              Show
            </Button>
          </Field>
          <PendingButton type="submit" className="btn-primary mt-2" isPending={isPending}>
            {submitText}
          </PendingButton>
        </Form>
      </Card>
      <p className="text-center text-body-secondary mt-1 mb-0">{children}</p>
    </div>
  );
}
