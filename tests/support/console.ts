import { vi } from 'vitest';

/** The console output that the running test expects. */
let expected: RegExp[] = [];
/** Redux Toolkit's warning that its development checks were slow depends on the machine. */
const slowCheck = /^\w+StateInvariantMiddleware took/;

/** Allows console output in the running test. Returns the spy. */
export function expectInConsole(level: 'warn' | 'error', text: RegExp) {
  expected.push(text);
  return vi.spyOn(console, level).mockImplementation(() => {});
}

/** Silences the console. Returns a function that lists the unexpected output. */
export function watchConsole() {
  expected = [];
  const spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  return () =>
    spies
      .flatMap(({ mock }) => mock.calls.map(String))
      .filter((text) => ![slowCheck, ...expected].some((pattern) => pattern.test(text)));
}
