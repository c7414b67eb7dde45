import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';

export const SignupPage = () => (
  <AuthForm form="signup" title="Create Your Account" submitText="Signup">
    Already have an account?{' '}
    <Link className="btn btn-link fw-normal p-0 align-baseline" to="/login">
      Log in
    </Link>
  </AuthForm>
);
