/** What the build may weigh, in bytes with brotli. */
export const limits = {
  bundle: 108_000,
  /** The script of the first cards. */
  firstCards: 7000,
  /** A page with its inlined styles: one first flight of a connection. */
  page: 14_500,
};
