import FormControl from 'react-bootstrap/FormControl';
import FormGroup from 'react-bootstrap/FormGroup';
import FormLabel from 'react-bootstrap/FormLabel';
import { Link } from 'react-router-dom';
import { AuthForm, field } from './AuthForm';
import { useSignupMutation } from './authApi';

export function SignupPage() {
  const [signup] = useSignupMutation();
  return (
    <div className="py-4 py-md-5">
      <AuthForm
        title="Create Your Account"
        submitText="Signup"
        autoComplete="new-password"
        onSubmit={(form) =>
          signup({
            name: field(form, 'name'),
            email: field(form, 'email'),
            password: field(form, 'password'),
          })
        }
      >
        <FormGroup className="mb-3" controlId="name">
          <FormLabel>Name</FormLabel>
          <FormControl name="name" type="text" autoComplete="name" required />
        </FormGroup>
      </AuthForm>
      <p className="text-center text-body-secondary mt-3 mb-0">
        Already have an account? <Link to="/login">Log in</Link>
      </p>
    </div>
  );
}
