const { setImmediate } = globalThis;
let count = 0;

/** Counts what React's scheduler has still to do; in place before React is loaded, which keeps the function it finds. */
globalThis.setImmediate = ((task: () => void) => {
  count += 1;
  return setImmediate(() => {
    count -= 1;
    task();
  });
}) as typeof setImmediate;

export const macrotasks = {
  pending: () => count,
  turn: () => new Promise<void>((resolve) => setImmediate(resolve)),
};
