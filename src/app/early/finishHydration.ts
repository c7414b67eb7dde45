/** Runs after the first render. Cleans up, and replays the button clicks that were recorded before it. */
export function finishHydration(early: typeof window.early, renderedHref: string) {
  document.documentElement.classList.remove('early');
  if (!early) return;
  early.listenerController.abort();
  // Back or Forward during hydration: the router missed the event.
  if (location.href !== renderedHref) dispatchEvent(new PopStateEvent('popstate'));
  // In a new task: by then `useHydrated` is true, and the first request has taken the prefetched response.
  setTimeout(() => {
    for (const button of early.clicks) button.click();
    window.prefetched?.controller.abort();
    window.prefetched = undefined;
  });
}
