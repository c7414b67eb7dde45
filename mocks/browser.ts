import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import contract from '../openapi.yaml?raw';
import { makeBackend } from './backend';

const STATE_KEY = 'mock-backend';

/** Starts the mock backend in this page; resolves when no request can be missed any more. */
export async function startMock() {
  const backend = makeBackend({
    contract,
    storage: {
      load: () => localStorage.getItem(STATE_KEY),
      save: (state) => localStorage.setItem(STATE_KEY, state),
    },
  });
  const situation = new URLSearchParams(location.search).get('mock');
  if (situation) backend.use(situation as Parameters<typeof backend.use>[0]);
  const worker = setupWorker(http.all('/api/*', ({ request }) => backend.handle(request)));
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
  });
}
