import { Link } from 'react-router-dom';
import { AuthForm, field } from './AuthForm';
import { useLoginMutation } from './authApi';

export function LoginPage() {
  const [login] = useLoginMutation();
  return (
    <div className="py-4 py-md-5">
      <AuthForm
        title="Login to Your Account"
        submitText="Login"
        autoComplete="current-password"
        onSubmit={(form) => login({ email: field(form, 'email'), password: field(form, 'password') })}
      />
      <p className="text-center text-body-secondary mt-3 mb-0">
        New here? <Link to="/signup">Create an account</Link>
      </p>
    </div>
  );
}
