/**
 * Gives start times to calls, `rate` per second. Calls that are to meet get one start time, as far as the rate allows.
 */
export function makeTurns(rate: number, now = () => performance.now()) {
  const burst = Math.max(1, Math.floor(rate));
  const starts: number[] = [];
  return (size: number): number[] => {
    if (rate === Number.POSITIVE_INFINITY) return Array(size).fill(0);
    for (let left = size; left > 0; left -= burst) {
      const group = Math.min(left, burst);
      const afterLast = (starts.at(-1) ?? -Infinity) + 1000 / rate;
      const afterBurst = (starts.at(group - burst - 1) ?? -Infinity) + (1000 * burst) / rate;
      starts.push(...Array(group).fill(Math.max(now(), afterLast, afterBurst)));
    }
    return starts.slice(-size);
  };
}
