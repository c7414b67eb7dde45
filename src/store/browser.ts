/** How long to hold back errors while the page unloads, in ms. */
export const UNLOAD_GRACE_MS = 5000;

/**
 * The result of a request. Some browsers fail requests in flight when the page unloads. If that begins meanwhile, delays an
 * error by UNLOAD_GRACE_MS, so that it is reported only if the page stays.
 */
export async function delayErrorsDuringUnload<Result extends { error?: unknown }>(
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

/** The browser APIs that tests replace with fakes. */
export const browser = {
  alert: (text: string) => window.alert(text),
  reload: () => window.location.reload(),
  /** Throws if the browser blocks storage. */
  getStorage: (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => window.localStorage,
};

export type Browser = typeof browser;
