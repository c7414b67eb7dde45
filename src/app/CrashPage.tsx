import { Button } from 'react-bootstrap';
import { browser } from '../store/browser';

/** Replaces a screen that failed to render. */
export const CrashPage = () => (
  <div className="panel text-center" role="alert">
    <h1 className="mb-3">Something went wrong</h1>
    <p className="text-body-secondary mb-4">This page stopped working. Reloading it usually helps.</p>
    <Button onClick={() => browser.reload()}>Reload</Button>
  </div>
);
