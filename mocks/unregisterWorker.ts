export {};

// Entry for development against a real backend. A service worker left by mock mode would intercept the requests.
const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
const mockWorkers = registrations.filter(({ active }) => active?.scriptURL.endsWith('/mockServiceWorker.js'));
if (mockWorkers.length > 0) {
  await Promise.all(mockWorkers.map((worker) => worker.unregister()));
  location.reload();
} else {
  await import('../src/app/main');
}
