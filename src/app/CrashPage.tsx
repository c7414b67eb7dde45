import { Button } from 'react-bootstrap';
import { useLocation } from 'react-router-dom';
import { browser, readCrashAt } from '../store/browser';

/** What stands in place of a screen that failed to render. */
export const CrashPage = () => (
  <div className="panel text-center" role="alert">
    <h1 className="mb-3">Something went wrong</h1>
    <p className="text-body-secondary mb-4">This page stopped working. Reloading it usually helps.</p>
    <Button onClick={() => browser.reload()}>Reload</Button>
  </div>
);

/** A fault in the screen where tests want one. */
export function PlantedFault() {
  if (useLocation().pathname === readCrashAt()) throw new Error('broken on purpose');
  return null;
}
