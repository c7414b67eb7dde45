/** Limits in bytes, compressed with brotli. A page stays 0.8 kB below the first flight of a connection, about 14.5 kB. */
export const limits = { bundle: 108_000, firstCards: 8500, page: 13_700 };
