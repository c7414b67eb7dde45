import { Link } from 'react-router-dom';
import type { SignupApiArg } from '../../store/api.generated';
import { Field } from '../ui/Field';
import { AuthForm } from './AuthForm';
import { useSignupMutation } from './authApi';

export function SignupPage() {
  const [signup] = useSignupMutation();
  return (
    <div className="py-4 py-md-5">
      <AuthForm
        title="Create Your Account"
        submitText="Signup"
        autoComplete="new-password"
        onSubmit={(fields) => signup(fields as SignupApiArg)}
      >
        <Field
          className="mb-3"
          label="Name"
          name="name"
          type="text"
          autoComplete="name"
          enterKeyHint="next"
          required
        />
      </AuthForm>
      <p className="auth-switch text-center text-body-secondary mt-3 mb-0">
        Already have an account? <Link to="/login">Log in</Link>
      </p>
    </div>
  );
}
