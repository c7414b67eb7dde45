/** Size limits in bytes with brotli. A page should fit into a connection's initial congestion window, about 14 kB. */
export const limits = { bundle: 108_000, firstCards: 7000, page: 14_500 };
