import { Component, type ReactNode } from 'react';
import { browser } from '../store/browser';

type CrashBoundaryProps = {
  /** What is another one at each arrival at a screen, which is then tried again. */
  arrival: string;
  children: ReactNode;
};

/** Shows the crash page in place of a screen that failed to render; the navigation around it lives on. */
export class CrashBoundary extends Component<CrashBoundaryProps, { arrival: string; hasCrashed: boolean }> {
  override state = { arrival: this.props.arrival, hasCrashed: false };

  static getDerivedStateFromProps({ arrival }: CrashBoundaryProps, state: { arrival: string }) {
    return arrival === state.arrival ? null : { arrival, hasCrashed: false };
  }

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children;
  }
}

const CrashPage = () => (
  <div className="panel" role="alert">
    <h1 className="mb-3" tabIndex={-1}>
      Something went wrong
    </h1>
    <p className="text-body-secondary mb-4">This page stopped working. Reloading it usually helps.</p>
    <button type="button" className="btn btn-primary" onClick={() => browser.reload()}>
      Reload
    </button>
  </div>
);
