import { AuthForm } from './AuthForm';
import { authApi } from './authApi';

export function LoginPage({ heading }: { heading: string }) {
  const [logIn] = authApi.useLoginMutation();
  return (
    <AuthForm
      form="login"
      heading={heading}
      submitText="Login"
      onSubmit={logIn}
      otherForm={{ question: 'New here?', to: '/signup', linkText: 'Create an account' }}
    />
  );
}
