import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Card, Form, InputGroup } from 'react-bootstrap';
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
  autoComplete: 'new-password' | 'current-password';
  asksName?: boolean;
  /** The way to the other form. */
  children: ReactNode;
};

/** What signup and login share. A success leads to the items; a failure leaves the form as it is. */
export function AuthForm({ title, submitText, autoComplete, asksName, children, form }: AuthFormProps) {
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
        <Form method="post" onSubmit={handleSubmit} onReset={() => setIsShown(false)}>
          {asksName && (
            <Field
              className="mb-3"
              label="Name"
              name="name"
              autoComplete="name"
              enterKeyHint="next"
              required
            />
          )}
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
          <Form.Group className="mb-4" controlId="password">
            <Form.Label id="password-label" className="small fw-semibold">
              Password
            </Form.Label>
            <InputGroup>
              <Form.Control
                name="password"
                type={isShown ? 'text' : 'password'}
                autoComplete={autoComplete}
                autoCapitalize="none"
                enterKeyHint="go"
                spellCheck={false}
                required
              />
              <Button
                variant="secondary"
                aria-pressed={isShown}
                aria-controls="password"
                aria-describedby="password-label"
                onClick={() => setIsShown(!isShown)}
              >
                Show
              </Button>
            </InputGroup>
          </Form.Group>
          <PendingButton type="submit" className="btn-primary w-100" isPending={isPending}>
            {submitText}
          </PendingButton>
        </Form>
      </Card>
      <p className="text-center text-body-secondary mt-1 mb-0">{children}</p>
    </div>
  );
}
