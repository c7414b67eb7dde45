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
