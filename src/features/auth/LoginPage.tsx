import { Link } from 'react-router-dom';
import { useAppDispatch } from '../../store/hooks';
import { AuthForm } from './AuthForm';
import { logIn } from './authSlice';

export function LoginPage() {
  const dispatch = useAppDispatch();
  return (
    <AuthForm
      form="login"
      title="Login to Your Account"
      submitText="Login"
      onSubmit={({ email, password }) => dispatch(logIn({ email, password }))}
    >
      New here?{' '}
      <Link className="btn btn-link fw-normal p-0 align-baseline" to="/signup">
        Create an account
      </Link>
    </AuthForm>
  );
}
