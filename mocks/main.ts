export {};

// The page's entry in mock mode: first the worker, then the store, so that no call is missed.
try {
  // MSW reads storage as soon as it is loaded.
  const { startMock } = await import('./start');
  await startMock();
} catch (error) {
  document.body.textContent = `The mock backend needs a service worker and storage, and this page may not use them. ${(error as Error).message} Open the store on localhost with both allowed, or run "npm run mock" and "npm run dev:api".`;
  throw error;
}
await import('../src/app/main');
