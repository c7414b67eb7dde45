/** What a build may weigh, in bytes with brotli. A page with its styles must fit into the first flight of a connection. */
export const limits = { bundle: 108_000, firstCards: 7000, page: 14_500 };
