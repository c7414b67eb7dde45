export {};

// Entry of the page in mock mode. The worker starts before the store, so that it intercepts every request.
try {
  // A dynamic import, because MSW reads storage when it is loaded, which may throw.
  const { startMock } = await import('./startInBrowser');
  await startMock();
} catch (error) {
  document.body.textContent = `The mock backend did not start: ${(error as Error).message} If the browser blocks service workers or storage, open the store on localhost and allow both, or run "npm run mock" and "API_TARGET=http://127.0.0.1:4000 npm run dev -- --mode api".`;
  throw error;
}
await import('../src/app/main');
