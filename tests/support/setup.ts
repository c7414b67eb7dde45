import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { resetNetwork, server } from './network';

// A ceiling that only a hang reaches.
configure({ asyncUtilTimeout: 60_000 });

let consoleError: MockInstance<typeof console.error>;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  resetNetwork();
  localStorage.clear();
  consoleError = vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  // React's warnings, the mock's drift from the contract and unhandled requests all arrive here.
  expect(consoleError).not.toHaveBeenCalled();
});
