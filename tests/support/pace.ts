/** What the loop takes on two quiet cores, in ms. */
const QUICK_MS = 120;

function timeLoop() {
  const start = performance.now();
  const map = new Map<string, number>();
  let sum = 0;
  for (let i = 0; i < 2_000_000; i++) {
    map.set(`key ${i % 5000}`, i);
    sum += map.size ^ (i % 13);
  }
  return sum && performance.now() - start;
}

/** How many times slower this machine is than a quick one. Measured once: child processes read it from $PACE. */
export function readPace(): number {
  process.env.PACE ??= Math.max(1, Math.min(timeLoop(), timeLoop(), timeLoop()) / QUICK_MS).toFixed(2);
  return Number(process.env.PACE);
}

/**
 * A timeout in ms: `quick` seconds on a quick machine, at most `slow`. It grows with the square of the pace, because a
 * busy machine may become even slower during the tests.
 */
export const timeoutFor = (quick: number, slow: number) =>
  Math.round(1000 * Math.min(slow, quick * readPace() ** 2));
