import { Link } from 'react-router-dom';
import type { LoginApiArg } from '../../store/api.generated';
import { AuthForm } from './AuthForm';
import { useLoginMutation } from './authApi';

export function LoginPage() {
  const [login] = useLoginMutation();
  return (
    <div className="py-4 py-md-5">
      <AuthForm
        title="Login to Your Account"
        submitText="Login"
        autoComplete="current-password"
        onSubmit={(fields) => login(fields as LoginApiArg)}
      />
      <p className="auth-switch text-center text-body-secondary mt-3 mb-0">
        New here? <Link to="/signup">Create an account</Link>
      </p>
    </div>
  );
}
