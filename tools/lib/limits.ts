/** Limits in bytes, compressed with brotli. 14.5 kB is about the initial congestion window of a connection. */
export const limits = { bundle: 108_000, firstCards: 8500, page: 14_500 };
