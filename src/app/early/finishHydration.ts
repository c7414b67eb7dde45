/** Replays the button clicks that were recorded before hydration, then cleans up. */
export function finishHydration(early: typeof window.early, renderedHref: string) {
  document.documentElement.classList.remove('early');
  if (!early) return;
  early.listeners.abort();
  for (const button of early.clicks) button.click();
  // Back or Forward during hydration: the router missed the event.
  if (location.href !== renderedHref) dispatchEvent(new PopStateEvent('popstate'));
  // Later, because the first request may still take the prefetched response in this task.
  setTimeout(() => {
    window.prefetched?.controller.abort();
    window.prefetched = undefined;
  });
}
