/** Ends in a task of its own: before it the browser may draw, and answer the shopper. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

// Imported between two parts of the bundle, it parts their running.
await pause();
