import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { watchConsole } from './console';
import { endNetwork, resetNetwork, server } from './network';
import { timeoutFor } from './pace';

configure({
  asyncUtilTimeout: timeoutFor(4, 60),
  // The default message contains the whole page and all its roles.
  getElementError(message, container) {
    const [reason] = message?.split(/\n|\. This could/) ?? [];
    // The document itself has no text.
    const { textContent } = container === (document as Node) ? document.body : container;
    const error = new Error(`${reason}\nThe page says: ${textContent?.slice(0, 500)}`);
    // Testing Library adds the line of the test to errors with this name.
    return Object.assign(error, { name: 'TestingLibraryElementError' });
  },
});

let findUnexpectedOutput: () => string[];

// Before and after a file's tests, when MSW does not listen, no request reaches the network.
globalThis.fetch = () => Promise.reject(new TypeError('No test is running.'));
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

beforeEach(() => {
  resetNetwork();
  localStorage.clear();
  findUnexpectedOutput = watchConsole();
});

afterEach(async () => {
  expect(await endNetwork(cleanup), 'requests in flight at the end of the test').toEqual([]);
  // React's warnings, responses of the mock that violate the contract, and requests for other addresses.
  expect(findUnexpectedOutput(), 'console errors and warnings').toEqual([]);
});
