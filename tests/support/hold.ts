import type { Page } from '@playwright/test';
import type { Backend } from '../../mocks/backend';

/** A promise, and the function that resolves it. */
function makeGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Holds the bundle until the returned function is called. Then it arrives or fails. */
export async function holdBundle(page: Page, then: 'arrives' | 'fails' = 'arrives') {
  const { opened, open } = makeGate();
  await page.route('**/assets/index-*.js', async (route) => {
    await opened;
    await (then === 'fails' ? route.abort() : route.continue());
  });
  return open;
}

/** How a response is delayed until the gate opens. */
const delays = {
  async 'the whole response is late'(respond: () => Promise<Response>, opened: Promise<void>) {
    await opened;
    return respond();
  },
  async 'half of the response is late'(respond: () => Promise<Response>, opened: Promise<void>) {
    const response = await respond();
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

/**
 * Holds a backend's next response at a path, or at any path. `held` resolves when the request has arrived. `release` sends the
 * response, or `response` instead of it.
 */
export function holdResponse(
  backend: Pick<Backend, 'handle'>,
  path?: string,
  delay: Delay = 'the whole response is late',
) {
  const { handle } = backend;
  const { opened: held, open: markHeld } = makeGate();
  const { opened, open } = makeGate();
  let replacement: Response | undefined;
  let isUsed = false;
  backend.handle = async (request) => {
    const isOther = path && new URL(request.url).pathname !== `/api${path}`;
    // Stays in place after its request: another hold may wrap it.
    if (isUsed || isOther) return handle(request);
    isUsed = true;
    markHeld();
    return delays[delay](async () => replacement ?? handle(request), opened);
  };
  return {
    held,
    release(response?: Response) {
      replacement = response;
      open();
    },
  };
}
