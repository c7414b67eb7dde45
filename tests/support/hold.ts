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

/** Holds the requests for an address until the returned function is called. */
export async function hold(page: Page, address: string) {
  const { opened, open } = makeGate();
  await page.route(address, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

export const holdBundle = (page: Page) => hold(page, '**/assets/index-*.js');

/** How a successful response is delayed: what arrives before the gate opens. */
const delays = {
  'the whole response is late': (response: Response, opened: Promise<void>) => opened.then(() => response),
  async 'half of the response is late'(response: Response, opened: Promise<void>) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const half = bytes.length / 2;
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, half));
        await opened;
        controller.enqueue(bytes.slice(half));
        controller.close();
      },
    });
    return new Response(body, { headers: response.headers });
  },
};
export type Delay = keyof typeof delays;
export const delayNames = Object.keys(delays) as Delay[];

/** Delays a backend's next response at a path. `held` resolves when the backend has made it; `release` sends it. */
export function delayResponse(backend: Pick<Backend, 'handle'>, path: string, delay: Delay) {
  const { handle } = backend;
  const { opened: held, open: markHeld } = makeGate();
  const { opened, open: release } = makeGate();
  backend.handle = async (request) => {
    if (new URL(request.url).pathname !== path) return handle(request);
    backend.handle = handle;
    const response = await handle(request);
    markHeld();
    return delays[delay](response, opened);
  };
  return { held, release };
}
