import type { Item } from './api.generated';

/** What a page does before the bundle is there; see app/early.ts. */
export type Early = {
  /** The call that its screen will make when it opens. */
  call?: { url: string; authorization: string | null; response: Promise<Response>; abort: AbortController };
  /** Buttons that were pressed before they could answer. */
  presses: HTMLButtonElement[];
  /** Ends the recording of presses. */
  stop(): void;
  /** The list that the page shows already; from this call on it draws none. */
  takeItems?(): Item[] | undefined;
};

declare global {
  interface Window {
    early?: Early;
  }
}

/** `fetch`, except that the first request, when it is the one that the page has sent already, gets that one's answer. */
export async function fetchOnce(request: Request): Promise<Response> {
  const call = window.early?.call;
  delete window.early?.call;
  const isSame = call?.url === request.url && call.authorization === request.headers.get('authorization');
  if (!call || !isSame || request.method !== 'GET') {
    call?.abort.abort();
    return fetch(request);
  }
  request.signal.addEventListener('abort', () => call.abort.abort(request.signal.reason));
  return call.response;
}
