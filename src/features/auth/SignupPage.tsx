import { AuthForm } from './AuthForm';
import { authApi } from './authApi';

export function SignupPage({ heading }: { heading: string }) {
  const [signUp] = authApi.useSignupMutation();
  return (
    <AuthForm
      form="signup"
      heading={heading}
      submitText="Signup"
      onSubmit={signUp}
      otherForm={{ question: 'Already have an account?', to: '/login', linkText: 'Log in' }}
    />
  );
}
