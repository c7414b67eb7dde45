import { vi } from 'vitest';

/** The console output that the running test allows. */
let allowed: RegExp[] = [];
/** Redux Toolkit's warning that its development checks were slow depends on the machine. */
const slowCheck = /^\w+StateInvariantMiddleware took/;

/** Allows console output in the running test. Returns a function that lists it. */
export function allowInConsole(level: 'warn' | 'error', pattern: RegExp) {
  allowed.push(pattern);
  const { mock } = vi.spyOn(console, level).mockImplementation(() => {});
  return () => mock.calls.map(String).filter((text) => pattern.test(text));
}

/** Silences the console. Returns a function that lists the output that is not allowed. */
export function watchConsole() {
  allowed = [];
  const spies = (['error', 'warn'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  return () =>
    spies
      .flatMap(({ mock }) => mock.calls.map(String))
      .filter((text) => ![slowCheck, ...allowed].some((pattern) => pattern.test(text)));
}
