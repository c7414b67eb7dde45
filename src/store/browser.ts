/** How long to wait for a page that is being unloaded before its errors count, in ms. */
export const UNLOAD_GRACE_MS = 5000;

/**
 * The result of a request. Some browsers fail the requests in flight when the page is being left or reloaded. Such an
 * error is returned only if the page is still there after a grace period.
 */
export async function ignoreErrorsDuringUnload<Result extends { error?: unknown }>(
  request: PromiseLike<Result>,
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

/** What the store uses of the browser. Tests replace it; nothing else is faked. */
export const browser = {
  alert: (text: string) => window.alert(text),
  reload: () => window.location.reload(),
  /** Throws if the browser blocks storage. */
  getStorage: (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => window.localStorage,
};

export type Browser = typeof browser;
