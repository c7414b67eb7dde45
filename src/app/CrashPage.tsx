import { Component, type ReactNode } from 'react';
import { Button } from 'react-bootstrap';
import { useLocation } from 'react-router-dom';
import { browser, readCrashAt } from '../store/browser';

type CrashBoundaryProps = { arrival: string; children: ReactNode };

/** A fault in the screen where tests want one. */
function PlantedFault() {
  if (useLocation().pathname === readCrashAt()) throw new Error('broken on purpose');
  return null;
}

/** Shows the crash page in place of a screen that failed to render, until the next `arrival`; the navigation lives on. */
export class CrashBoundary extends Component<CrashBoundaryProps> {
  override state = { arrival: this.props.arrival, hasCrashed: false };

  static getDerivedStateFromProps({ arrival }: CrashBoundaryProps, state: { arrival: string }) {
    return arrival === state.arrival ? null : { arrival, hasCrashed: false };
  }

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return [<PlantedFault key="fault" />, this.props.children];
    return (
      <div className="panel text-center" role="alert">
        <h1 className="mb-3">Something went wrong</h1>
        <p className="text-body-secondary mb-4">This page stopped working. Reloading it usually helps.</p>
        <Button onClick={() => browser.reload()}>Reload</Button>
      </div>
    );
  }
}
