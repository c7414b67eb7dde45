/**
 * Whether a call such as `POST /api/cart/add` is one of the specification's. Tests that compare lists of calls ignore all others.
 * One test in App.test.tsx checks that a screen sends nothing else.
 */
export const isSpecified = (call: string) => /^\w+ \/api\/(auth|items|cart)\b/.test(call);

/** What the store logs about a response that it cannot use, or not completely. */
export const responseProblem = /^\w+: (\/|the (response|value) )/;
