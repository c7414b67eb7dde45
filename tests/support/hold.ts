import type { Page } from '@playwright/test';
import type { Backend } from '../../mocks/backend';

/** A promise, and the function that resolves it. */
export function makeGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Keeps what is asked for at an address on its way until the returned function is called. */
export async function hold(page: Page, address: string) {
  const { opened, open } = makeGate();
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

export const holdBundle = (page: Page) => hold(page, '**/assets/index-*.js');

/** How a good answer takes its time: what there is of it before the gate opens. */
const delays = {
  'hangs, then comes': (answer: Response, opened: Promise<void>) => opened.then(() => answer),
  async 'comes in pieces'(answer: Response, opened: Promise<void>) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const half = bytes.length / 2;
    const body = new ReadableStream({
      async start(pieces) {
        pieces.enqueue(bytes.slice(0, half));
        await opened;
        pieces.enqueue(bytes.slice(half));
        pieces.close();
      },
    });
    // By its own rules, nginx would wait for the whole.
    return new Response(body, {
      headers: { ...Object.fromEntries(answer.headers), 'x-accel-buffering': 'no' },
    });
  },
};
export type Delay = keyof typeof delays;
export const delayNames = Object.keys(delays) as Delay[];

/** Delays a backend's next answer at a path: `held` ends when it would have come, and `come` lets it. */
export function delayAnswer(backend: Pick<Backend, 'handle'>, path: string, delay: Delay) {
  const { handle } = backend;
  const { opened: held, open: hold } = makeGate();
  const { opened, open: come } = makeGate();
  backend.handle = async (request) => {
    if (new URL(request.url).pathname !== path) return handle(request);
    backend.handle = handle;
    const answer = await handle(request);
    hold();
    return delays[delay](answer, opened);
  };
  return { held, come };
}
