import { type Exchange, isPage, isRefusal, nameOf, WRONG_LENGTH } from './exchange.ts';
import type { Level } from './level.ts';

export type Details = {
  /** Without it, the journey's title. */
  expected?: string;
  /** What came instead; without it, the response is described. */
  got?: string | undefined;
  /** Without it, the journey's own. */
  level?: Level | undefined;
  /** What is wrong with the backend, if the responses exclude everything else. */
  cause?: string | undefined;
  /** What is wrong with the response, if its status does not say so. */
  kind?: string | undefined;
  /** A shopper sees the lines of another shopper. */
  isLeak?: boolean;
  /** The server no longer answers anybody. */
  isOutage?: boolean;
  /** A refusal would be as good as a success. */
  mayBeRefused?: boolean;
  /** The item whose ordinary addition was refused. It may be sold out. */
  refusedItem?: string;
};

/** The backend did not do what a journey relies on. */
export class Failure extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly details: Details,
  ) {
    super();
  }

  /** The level in a journey of level `own`. */
  levelIn(own: Level): Level {
    const { status, isTimeout, requestError } = this.exchange;
    const { level = own, isOutage, mayBeRefused } = this.details;
    if (isOutage) return 'unsafe';
    // The store treats a server error as a refusal.
    if (mayBeRefused && (status >= 500 || (isTimeout && requestError))) return 'strict';
    // In a strict journey, every failure follows a request that the store hardly ever sends.
    return own === 'strict' && level === 'breaks' ? 'strict' : level;
  }

  get isValidTokenRefused(): boolean {
    const { status, sent } = this.exchange;
    return (status === 401 || status === 403) && sent.token !== undefined && this.details.level === 'breaks';
  }

  /** Failures of one kind are one finding. */
  get kind(): string {
    return this.details.isLeak ? 'a cart leaks between accounts' : (this.cause ?? this.symptom);
  }

  /** The call, and what is wrong with the response. */
  get symptom(): string {
    const { operation, status, responseError = '', isTimeout, requestError } = this.exchange;
    // A lock or a connection that is never released makes several calls hang.
    if (isTimeout) return requestError ? `${nameOf(operation)} hangs if it is malformed` : 'calls hang';
    if (this.isValidTokenRefused) return 'a valid token is refused';
    // Positions in a list and the actual value differ from call to call.
    const [misfit] = status ? responseError.replace(/\/\d+/g, '/#').split(/, but is |;/) : [];
    return [nameOf(operation), status || 'no response', misfit || this.details.kind]
      .filter(Boolean)
      .join(' ');
  }

  override get cause(): string | undefined {
    const { exchange, details } = this;
    const [hop] = exchange.hops;
    if (details.cause) return details.cause;
    if (details.isLeak)
      return 'A cart leaks between accounts: a shopper sees lines that another shopper added.';
    // One cause for all calls, because the same mistake cuts off each of their responses.
    if (exchange.responseError === WRONG_LENGTH)
      return 'Responses are cut off: Content-Length must count bytes, and counts characters.';
    const becomesGet = hop && hop.status < 307 && exchange.operation.method === 'POST';
    const isHtml = /html/i.test(exchange.headers.get('content-type') ?? '');
    // A GET finds a login page. If it finds nothing, the change of the method is the fault.
    if (hop && isHtml && !(becomesGet && isRefusal(exchange)))
      return `A redirect with ${hop.status} leads to an HTML page: respond with JSON or a status from 400 to 499.`;
    if (becomesGet) return `A redirect of a POST with ${hop.status} makes browsers send GET: use 308.`;
    // 401 is about the token, also on a page.
    const isBlocked = isRefusal(exchange) && exchange.status !== 401 && isPage(exchange);
    if (isBlocked && details.level === 'breaks')
      return 'A call is refused with an HTML page, which does not come from the API: a gateway, or a protection against requests from other sites (CSRF), which an API with tokens does not need.';
    return undefined;
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

/** Why journeys are left out with --account. */
export const NEEDS = { signup: 'it needs new accounts', account: 'it needs another account of --account' };
export const isLeftOut = (reason: string | undefined) => Object.values(NEEDS).some((need) => need === reason);

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
