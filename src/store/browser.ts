/** What the store needs of the page it runs in: the one seam, which a test fakes. */
export type Browser = {
  alert(text: string): void;
  reload(): void;
  fetch(request: Request): Promise<Response>;
  /** Throws where the visitor's browser blocks storage. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

export const browser: Browser = {
  alert: (text) => window.alert(text),
  reload: () => window.location.reload(),
  fetch: (request) => window.fetch(request),
  get localStorage() {
    return window.localStorage;
  },
};
