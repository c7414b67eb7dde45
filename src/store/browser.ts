/** Calls `callback` at the shopper's next click, Back or Forward: a sign that the page was not left after all. */
export function onNextAct(callback: () => void) {
  for (const type of ['click', 'popstate']) addEventListener(type, callback, { capture: true, once: true });
}

/**
 * Resolves to the result of `promise`. Some browsers fail the requests in flight when the shopper leaves the page, but show
 * the page until the next one responds. So a failure after `beforeunload` is held back until the shopper uses the page again.
 */
export async function holdFailureDuringUnload<Result>(
  promise: Result | PromiseLike<Result>,
  hasFailed: (result: Result) => boolean,
): Promise<Result> {
  let pageStays: Promise<void> | undefined;
  const handleUnload = () => {
    pageStays = new Promise((resolve) => onNextAct(resolve));
  };
  // Removed at the end, because some browsers do not put a page with this listener into the bfcache.
  addEventListener('beforeunload', handleUnload);
  try {
    const result = await promise;
    if (hasFailed(result)) await pageStays;
    return result;
  } finally {
    removeEventListener('beforeunload', handleUnload);
  }
}

/** Changes the state or the URL of the current history entry. Safari and Firefox throw after too many changes in a short time. */
export function replaceHistoryEntry(state: unknown, url = '') {
  try {
    history.replaceState(state, '', url);
  } catch {
    // The page works without the change.
  }
}

/** The browser APIs that tests replace with fakes. */
export const browser = {
  alert: (text: string) => window.alert(text),
  reload: () => window.location.reload(),
  /** Throws if the browser blocks storage. */
  getStorage: (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => window.localStorage,
};

export type Browser = typeof browser;
