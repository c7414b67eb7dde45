/** If the page is still open this long after it began to unload, the shopper has cancelled the unload. */
export const UNLOAD_GRACE_MS = 5000;

/**
 * Resolves to the result of `request`. Some browsers fail the requests in flight when the page unloads. So if the page begins
 * to unload during the request, an error is held back until UNLOAD_GRACE_MS after the unload began.
 * It only counts if the page stays open.
 */
export async function delayErrorsDuringUnload<Result extends { error?: unknown }>(
  request: Result | PromiseLike<Result>,
): Promise<Result> {
  let unloadGrace: Promise<void> | undefined;
  const handleUnload = () => {
    unloadGrace = new Promise((resolve) => setTimeout(resolve, UNLOAD_GRACE_MS));
  };
  // Only during the request: some browsers do not put a page with this listener into the bfcache.
  addEventListener('beforeunload', handleUnload);
  try {
    const result = await request;
    if (result.error) await unloadGrace;
    return result;
  } finally {
    removeEventListener('beforeunload', handleUnload);
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
