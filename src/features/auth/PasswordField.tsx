import { useState } from 'react';

export function PasswordField({ autoComplete }: { autoComplete: 'new-password' | 'current-password' }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="mb-4">
      <label className="form-label" id="password-label" htmlFor="password">
        Password
      </label>
      <div className="password">
        <input
          className="form-control"
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          required
        />
        <button
          type="button"
          className="btn btn-quiet"
          aria-pressed={isShown}
          aria-controls="password"
          aria-describedby="password-label"
          onClick={() => setIsShown(!isShown)}
        >
          Show
        </button>
      </div>
    </div>
  );
}
