import { Link } from 'react-router-dom';
import { AuthForm } from './AuthForm';
import { useLoginMutation } from './authApi';

export function LoginPage() {
  const [login] = useLoginMutation();
  return (
    <AuthForm
      title="Login to Your Account"
      submitText="Login"
      autoComplete="current-password"
      onSubmit={login}
    >
      New here? <Link to="/signup">Create an account</Link>
    </AuthForm>
  );
}
