import { startMock } from './start';

// The page's entry in mock mode: first the worker, then the store, so that no call is missed.
await startMock();
await import('../src/app/main');
