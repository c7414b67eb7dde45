import { currentPage } from './pageUrl';

/** Runs after the first render, hydrated or not: cleans up, notifies the router of Back and Forward, and replays the recorded clicks. */
export function finishHydration(earlyState: typeof globalThis.earlyState, renderedPage: string) {
  document.documentElement.classList.remove('not-hydrated');
  if (!earlyState) return;
  earlyState.stopRecording();
  // Back or Forward during hydration: the router missed the event.
  if (currentPage() !== renderedPage) dispatchEvent(new PopStateEvent('popstate'));
  // In a new task: by then `useHydrated` is true, and the first request has been sent.
  setTimeout(async () => {
    for (const button of earlyState.clicked) {
      button.classList.remove('active');
      button.click();
      // React renders the result of a click in a microtask. The next click may depend on it.
      await null;
    }
    // If no request has taken the prefetched response by now, none will.
    globalThis.prefetched?.controller.abort();
    globalThis.prefetched = undefined;
  });
}
