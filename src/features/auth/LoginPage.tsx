import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';

export const LoginPage = () => (
  <AuthForm form="login" title="Login to Your Account" submitText="Login">
    New here?{' '}
    <Link className="btn btn-link fw-normal p-0 align-baseline" to="/signup">
      Create an account
    </Link>
  </AuthForm>
);
