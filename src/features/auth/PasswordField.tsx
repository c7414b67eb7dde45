import { useState } from 'react';
import Button from 'react-bootstrap/Button';
import FormControl from 'react-bootstrap/FormControl';
import FormLabel from 'react-bootstrap/FormLabel';
import InputGroup from 'react-bootstrap/InputGroup';

type PasswordFieldProps = { autoComplete: 'new-password' | 'current-password' };

export function PasswordField({ autoComplete }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="mb-4">
      <FormLabel id="password-label" htmlFor="password">
        Password
      </FormLabel>
      <InputGroup>
        <FormControl
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button
          variant="quiet"
          aria-pressed={isShown}
          aria-controls="password"
          aria-describedby="password-label"
          onClick={() => setIsShown(!isShown)}
        >
          Show
        </Button>
      </InputGroup>
    </div>
  );
}
