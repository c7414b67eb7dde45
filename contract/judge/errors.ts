import type { Exchange } from './exchange.ts';
import type { Level } from './level.ts';

/** Why a journey is left out with --account or --signup. */
export const NEEDS_SIGNUP = 'it needs signups of its own';

export type Details = {
  expected: string;
  /** What came instead; without it, the response is described. */
  got?: string | undefined;
  /** Without it, the journey's own. */
  level?: Level | undefined;
  /** What is wrong with the backend, if the evidence excludes everything else. */
  cause?: string | undefined;
  /** What failures with the same reason share, after the operation and the status. */
  shape?: string | undefined;
  /** Replaces operation, status and shape, where one reason shows in different calls. */
  evidence?: string | undefined;
};

/** The backend did not do what a journey relies on. */
export class Failure extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly details: Details,
  ) {
    super(details.expected);
  }
}

/** A journey cannot be judged. The message says why. */
export class Skip extends Error {
  constructor(
    reason: string,
    /** Whether this leaves open what the journey asks; otherwise a limit of the backend or a flag is the reason. */
    readonly isBlocking: boolean,
  ) {
    super(reason);
  }
}

/** The backend refused an ordinary call because of a limit of its own, such as its stock. */
export class LimitReached extends Error {
  constructor(
    reason: string,
    readonly itemId?: string,
  ) {
    super(reason);
  }
}

/** Nothing more can be learned in this run. The message is a sentence without its full stop. */
export class Stop extends Error {
  constructor(
    reason: string,
    readonly exchange?: Exchange,
    /** Whether the server died while it worked on this call. */
    readonly isFatalCall = false,
  ) {
    super(reason);
  }
}
