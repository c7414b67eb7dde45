const { setImmediate } = globalThis;

/** How much React's scheduler has still to do; counted from before React is loaded, which keeps the function it finds. */
export let pending = 0;

globalThis.setImmediate = ((task: () => void) => {
  pending += 1;
  return setImmediate(() => {
    pending -= 1;
    task();
  });
}) as typeof setImmediate;
