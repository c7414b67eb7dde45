import { useEffect } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { focusHeading } from '../features/ui/focus';
import { Panel } from '../features/ui/Panel';

/** Replaces a screen that failed to render. */
export function CrashPage() {
  // The focus was in the screen that is gone.
  useEffect(() => focusHeading(), []);
  return (
    <div className="py-4 py-md-5">
      <Panel
        icon="alert"
        title="Something went wrong"
        heading="h1"
        text="This page stopped working. Reloading it usually helps."
        role="alert"
      >
        <Button onClick={() => location.reload()}>Reload</Button>
        <Link className="btn btn-secondary" to="/items">
          Browse Items
        </Link>
        <Link className="btn btn-secondary" to="/">
          Home page
        </Link>
      </Panel>
    </div>
  );
}
