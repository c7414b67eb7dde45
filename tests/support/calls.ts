/**
 * Whether a call such as `POST /api/cart/add` is one of the specification's. Tests that compare lists of calls ignore others, such as
 * a beacon. That a screen sends nothing else is one test in App.test.tsx.
 */
export const isSpecified = (call: string) => /^\w+ \/api\/(auth|items|cart)\b/.test(call);
