import { setTimeout } from 'node:timers/promises';
import { timeoutFor } from './pace.ts';

/** How long a program or server may take to respond, in ms. */
export const LIMIT = timeoutFor(10, 30);

/** Waits for a promise. Rejects with the name of what it waited for. */
export async function within<T>(what: string, promise: Promise<T>, limit = LIMIT): Promise<T> {
  const timer = new AbortController();
  const late = setTimeout(limit, undefined, timer).then(() => {
    throw new Error(`${what}: not within ${limit} ms.`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}

/** Waits until a condition holds. Rejects with the name of the condition. */
export async function until(what: string, check: () => unknown, limit = LIMIT) {
  const end = performance.now() + limit;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${limit} ms.`);
    await setTimeout(10);
  }
}
