import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { watchConsole } from './console';
import { resetNetwork, server } from './network';

// A ceiling that only a hang reaches.
configure({ asyncUtilTimeout: 60_000 });

let unexpected: () => string[];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  resetNetwork();
  localStorage.clear();
  unexpected = watchConsole();
});

afterEach(() => {
  cleanup();
  // React's warnings, the mock's drift from the contract and unhandled requests all arrive here.
  expect(unexpected()).toEqual([]);
});
