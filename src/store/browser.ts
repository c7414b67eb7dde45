/** What the store needs of the page it runs in: the one seam that a test fakes. */
export type Browser = {
  alert(text: string): void;
  reload(): void;
  /** Throws where the visitor's browser blocks storage. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

export const browser: Browser = {
  alert: (text) => window.alert(text),
  reload: () => window.location.reload(),
  get storage() {
    return window.localStorage;
  },
};
