import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { watchConsole } from './console';
import { resetNetwork, server } from './network';
import { timeoutFor } from './pace';

configure({
  asyncUtilTimeout: timeoutFor(8, 60),
  // By itself it would print the whole page, and all that has a role.
  getElementError(message, container) {
    const [reason] = message?.split(/\n|\. This could/) ?? [];
    // Where a test waits for what is no element, the container is the document, which has no text of its own.
    const { textContent } = container === (document as Node) ? document.body : container;
    const error = new Error(`${reason}\nThe page says: ${textContent?.slice(0, 500)}`);
    // By this name the library knows it, and adds the place in the test where it waited.
    return Object.assign(error, { name: 'TestingLibraryElementError' });
  },
});

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
