/**
 * Whether a call such as `POST /cart/add` is one of the specification's. Tests that compare lists of calls ignore others, such as
 * a beacon: one test of each screen says that it sends nothing else.
 */
export const isSpecified = (call: string) => /^\w+ \/(auth|items|cart)\b/.test(call);
