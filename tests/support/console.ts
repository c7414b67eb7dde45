import { vi } from 'vitest';

type Level = 'warn' | 'error';

/** What the running test may bring into the console; anything else fails it. How long a check of Redux Toolkit takes is the machine's. */
let expected: RegExp[] = [];
const passing = /^\w+StateInvariantMiddleware took/;

/** Silences what the test brings about on purpose; the returned spy has heard it. */
export function expectInConsole(level: Level, text: RegExp) {
  expected.push(text);
  return vi.spyOn(console, level).mockImplementation(() => {});
}

export function watchConsole() {
  expected = [];
  // Nothing is printed: what nobody expects fails the test, which says it.
  const spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  return () =>
    spies
      .flatMap(({ mock }) => mock.calls.map(String))
      .filter((text) => ![passing, ...expected].some((pattern) => pattern.test(text)));
}
