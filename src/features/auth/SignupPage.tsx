import { Link } from 'react-router-dom';
import { useAppDispatch } from '../../store/hooks';
import { AuthForm } from './AuthForm';
import { signUp } from './authSlice';

export function SignupPage() {
  const dispatch = useAppDispatch();
  return (
    <AuthForm
      form="signup"
      title="Create Your Account"
      submitText="Signup"
      onSubmit={(user) => dispatch(signUp(user))}
    >
      Already have an account?{' '}
      <Link className="btn btn-link fw-normal p-0 align-baseline" to="/login">
        Log in
      </Link>
    </AuthForm>
  );
}
