import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';

export const LoginPage = () => (
  <AuthForm form="login" title="Login to Your Account" submitText="Login" autoComplete="current-password">
    New here? <Link to="/signup">Create an account</Link>
  </AuthForm>
);
