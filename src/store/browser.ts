/** How long a failure waits for a page that is about to go, in ms. */
const GOING = 5000;

/** The result of a call. A failure while the page is on its way to another one, for which some browsers break calls off, is told only if the page stays. */
export async function toldWhenStaying<Result extends { error?: unknown }>(
  call: PromiseLike<Result>,
): Promise<Result> {
  let gone: Promise<void> | undefined;
  const handleLeaving = () => {
    gone = new Promise((resolve) => setTimeout(resolve, GOING));
  };
  // No longer than the call: a page that listens is not kept for Back by every browser.
  addEventListener('beforeunload', handleLeaving);
  try {
    const result = await call;
    if (result.error) await gone;
    return result;
  } finally {
    removeEventListener('beforeunload', handleLeaving);
  }
}

/** What the store needs of the page it runs in: the one seam, which a test fakes. */
export const browser = {
  alert: (text: string) => window.alert(text),
  reload: () => window.location.reload(),
  fetch: (request: Request) => window.fetch(request),
  /** Throws where the visitor's browser blocks storage. */
  get localStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    return window.localStorage;
  },
};

export type Browser = typeof browser;

/** The address whose screen is to crash: `window.crashAt`, which only tests set. */
export const readCrashAt = (): unknown => Reflect.get(globalThis, 'crashAt');
