import { type Exchange, nameOf } from './exchange.ts';
import type { Level } from './level.ts';

export type Details = {
  expected: string;
  /** What came instead; without it, the response is described. */
  got?: string | undefined;
  /** Without it, the journey's own. */
  level?: Level | undefined;
  /** What is wrong with the backend, if the evidence excludes everything else. */
  cause?: string | undefined;
  /** Groups failures, in addition to the operation and the status. */
  shape?: string | undefined;
  /** Groups failures instead of operation, status and shape, if one fault shows in different calls. */
  evidence?: string | undefined;
  /** Simultaneous calls are the cause, unless ordinary journeys fail, too. */
  isRace?: boolean;
};

export const SUCCESS = 'A success: any status from 200 to 299.';

/** The backend did not do what a journey relies on. */
export class Failure extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly details: Details,
  ) {
    super(details.expected);
  }

  /** Without it, the journey's own. Shoppers meet a call that hangs, unless only a malformed request makes it hang. */
  get level(): Level | undefined {
    const { isTimeout, mistake } = this.exchange;
    if (isTimeout) return mistake ? 'strict' : 'breaks';
    return this.details.level;
  }

  /** Failures with the same evidence are one finding. */
  get evidence(): string {
    return this.details.evidence ?? this.kind;
  }

  /** The call, and the kind of response. */
  get kind(): string {
    const { operation, status, problem = '', isTimeout } = this.exchange;
    if (isTimeout) return `${nameOf(operation)} is slow`;
    // Positions in a list and the actual value differ from call to call.
    const [misfit] = status ? problem.replace(/\/\d+/g, '/#').split(/, but is |;/) : [];
    const detail = status < 500 ? misfit || this.details.shape : undefined;
    return [nameOf(operation), status || 'no response', detail].filter(Boolean).join(' ');
  }
}

/** A journey cannot be judged. The message says why. */
export class Skip extends Error {
  constructor(
    reason: string,
    /** Whether the run can no longer give a verdict. It can if a flag or a limit of the backend is the reason. */
    readonly isBlocking: boolean,
  ) {
    super(reason);
  }
}

/** The evidence of a shopper who sees the lines of another shopper. Such findings come first. */
export const LEAKS = 'a cart leaks between accounts';

/** Why journeys are left out with --account or --signup. */
export const NEEDS_SIGNUP = 'it needs new accounts';

/** An ordinary addition was refused. The item may be sold out, so the journey is repeated with other items. */
export class RefusedAddition extends Failure {
  constructor(
    exchange: Exchange,
    readonly itemId: string,
  ) {
    super(exchange, { expected: SUCCESS, level: 'breaks' });
  }
}

/** Nothing more can be learned in this run. The message is a sentence without its full stop. */
export class Stop extends Error {
  constructor(
    reason: string,
    /** The death of the server, if a call caused it. */
    readonly failure?: Failure,
  ) {
    super(reason);
  }
}

export async function errorOf(act: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
