import { currentPage } from './pageUrl';

/** What the shopper may have filled in and clicked before the first render. */
type EarlyInput = {
  page: string;
  earlyState: typeof globalThis.earlyState;
  fields: HTMLInputElement[];
  focusedId: string | undefined;
};

/** Runs after the first render, hydrated or not: cleans up, notifies the router of Back and Forward, and replays the recorded clicks. */
export function finishHydration({ page, earlyState, fields, focusedId }: EarlyInput) {
  document.documentElement.classList.remove('not-hydrated');
  // Emptied, because `App` holds this object for as long as the page is open, and with it the fields of the first screen.
  const earlyFields = fields.splice(0);
  if (!earlyState) return;
  earlyState.stopRecording();
  // Back or Forward during hydration: the router missed the event.
  if (currentPage() !== page) dispatchEvent(new PopStateEvent('popstate'));
  else if (earlyState.page === page) restoreFields(earlyFields, focusedId);
  // In a new task: by then `useHydrated` is true, and the first request has been sent.
  setTimeout(() => {
    // All of them before the first click, which may replace buttons.
    for (const button of earlyState.clicked.splice(0).map(findCurrent)) {
      button?.classList.remove('active');
      button?.click();
    }
    // If no request has taken the prefetched response by now, none will.
    globalThis.prefetched?.controller.abort();
    globalThis.prefetched = undefined;
  });
}

// If another script has changed the prerendered page, such as a password manager that adds an icon to each field, hydration fails,
// and React renders the page again, with new elements.

function restoreFields(fields: HTMLInputElement[], focusedId: string | undefined) {
  for (const field of fields) {
    const newField = document.getElementById(field.id);
    if (field.isConnected || !(newField instanceof HTMLInputElement)) continue;
    if (field.value !== field.defaultValue) newField.value = field.value;
    if (field.id === focusedId) newField.focus({ preventScroll: true });
  }
}

/** The button itself, or the one that has replaced it. Compares no texts, because a translator may have changed them. */
function findCurrent(button: HTMLButtonElement) {
  if (button.isConnected) return button;
  const keyOf = (element: HTMLButtonElement) => `${element.type} ${element.getAttribute('aria-describedby')}`;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#root button')];
  return buttons.find((other) => keyOf(other) === keyOf(button));
}
