// The page's entry on a real backend in development: a worker that mock mode left on this address would keep the calls.
const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
const left = workers.filter(({ active }) => active?.scriptURL.endsWith('/mockServiceWorker.js'));
await Promise.all(left.map((worker) => worker.unregister()));
if (left.length) location.reload();
else await import('../src/app/main');

export {};
