import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';
import { authApi } from './authApi';

export function SignupPage({ heading }: { heading: string }) {
  const [signUp] = authApi.useSignupMutation();
  return (
    <AuthForm form="signup" heading={heading} submitText="Signup" onSubmit={signUp}>
      Already have an account?{' '}
      <Link className="btn btn-link fw-normal p-0 align-baseline" to="/login">
        Log in
      </Link>
    </AuthForm>
  );
}
