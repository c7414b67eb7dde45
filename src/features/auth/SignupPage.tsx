import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';
import { useSignupMutation } from './authApi';

export function SignupPage() {
  const [signup] = useSignupMutation();
  return (
    <AuthForm
      title="Create Your Account"
      submitText="Signup"
      autoComplete="new-password"
      onSubmit={signup}
      asksName
    >
      Already have an account? <Link to="/login">Log in</Link>
    </AuthForm>
  );
}
