import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';
import { authApi } from './authApi';

export function LoginPage({ heading }: { heading: string }) {
  const [logIn] = authApi.useLoginMutation();
  return (
    <AuthForm form="login" heading={heading} submitText="Login" onSubmit={logIn}>
      New here?{' '}
      <Link className="btn btn-link fw-normal p-0 align-baseline" to="/signup">
        Create an account
      </Link>
    </AuthForm>
  );
}
