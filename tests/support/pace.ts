/** What the loop takes on two quiet cores, in ms. */
const QUICK = 120;

function time() {
  const start = performance.now();
  const map = new Map<string, number>();
  let sum = 0;
  for (let i = 0; i < 2_000_000; i++) {
    map.set(`key ${i % 5000}`, i);
    sum += map.size ^ (i % 13);
  }
  return sum && performance.now() - start;
}

/** How many times slower this machine is than a quick one, by the best of three; measured once, for every process that the first one starts. */
export function readPace(): number {
  process.env.PACE ??= String(Math.max(1, Math.min(time(), time(), time()) / QUICK).toFixed(2));
  return Number(process.env.PACE);
}

/**
 * How long to wait for what never comes, in ms: `quick` seconds on a quick machine, up to `slow` ones. It grows faster than the pace,
 * because a machine that was slow at the start has others at work on it, and may be slower yet in the end.
 */
export const ceiling = (quick: number, slow: number) => 1000 * Math.min(slow, quick * readPace() ** 2);
