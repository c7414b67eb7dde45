import type { GoodBackend } from './goodBackend.ts';

/** Shorter than the kit waits for a token to end, in the self-test. */
export const MOMENT_MS = 10;

/** Lets two calls read the same state before either writes: waits for the next call, but not for long. */
export function makeMeeting() {
  let release = () => {};
  return () => {
    release();
    return new Promise<void>((resolve) => {
      release = resolve;
      setTimeout(resolve, 100);
    });
  };
}

/** Writes after the response to the next call. */
export function makeLateWrites(shop: GoodBackend) {
  const { answer } = shop;
  let due = () => {};
  shop.answer = async (call) => {
    const write = due;
    due = () => {};
    const reply = await answer(call);
    write();
    return reply;
  };
  return (write: () => void) => {
    due = write;
  };
}
