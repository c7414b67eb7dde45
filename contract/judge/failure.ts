import { type Exchange, nameOf, reasonOf } from './exchange.ts';
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

  /** Failures with the same evidence are one finding: the same call and the same kind of response. */
  get evidence(): string {
    const { operation, status, problem = '', isTimeout } = this.exchange;
    const { evidence, shape } = this.details;
    if (evidence) return evidence;
    if (isTimeout) return `${nameOf(operation)} is slow`;
    // Positions in a list and the actual value differ from call to call.
    const [misfit] = status ? problem.replace(/\/\d+/g, '/#').split(/, but is |;/) : [];
    const kind = status < 500 ? misfit || shape : undefined;
    return [nameOf(operation), status || 'no response', kind].filter(Boolean).join(' ');
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

/** Why journeys are left out with --account or --signup. */
export const NEEDS_SIGNUP = 'it needs new accounts';

const STOCK = /stock|sold|availab|\bleft\b|limit|at most|max|too many|exceed|inventory/i;
const NO_LIMIT = /already|exists|duplicate/i;

/** Whether an addition may have been refused for a limit of the backend's own, such as stock. */
export function mayBeLimit(exchange: Exchange): boolean {
  const { status } = exchange;
  const reason = reasonOf(exchange);
  return (
    (status === 409 || status === 422 || (status === 400 && STOCK.test(reason))) && !NO_LIMIT.test(reason)
  );
}

/** Whether an ordinary call was refused for a limit that the backend explains, such as a number of sessions. */
export function isExplainedLimit({ mistake, status, ...exchange }: Exchange): boolean {
  const reason = reasonOf(exchange);
  return !mistake && [400, 409, 422].includes(status) && STOCK.test(reason) && !NO_LIMIT.test(reason);
}

/** An ordinary addition was refused, perhaps because of a limit. The journey is repeated with other items. */
export class RefusedAddition extends Failure {
  readonly reason: string;

  constructor(
    exchange: Exchange,
    readonly itemId: string,
    /** If not even one piece can be added, there is no verdict. */
    readonly isFirstPiece: boolean,
  ) {
    super(exchange, { expected: SUCCESS, level: 'breaks' });
    this.reason = reasonOf(exchange);
  }

  /** Whether it is a limit, even if no other item can be added. */
  get isLimit() {
    return STOCK.test(this.reason) || (!this.isFirstPiece && this.reason !== '');
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
