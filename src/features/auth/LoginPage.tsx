import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';
import { authApi } from './authApi';

export function LoginPage() {
  const [logIn] = authApi.useLoginMutation();
  return (
    <AuthForm form="login" title="Login to Your Account" submitText="Login" onSubmit={logIn}>
      New here?{' '}
      <Link className="btn btn-link fw-normal p-0 align-baseline" to="/signup">
        Create an account
      </Link>
    </AuthForm>
  );
}
