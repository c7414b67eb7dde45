import { type Exchange, isSuccess } from './client.ts';
import type { Level } from './level.ts';

type Details = {
  expected: string;
  got?: string | undefined;
  /** Without one, the journey's own. */
  level?: Level | undefined;
  /** What a backend of this kind has probably got wrong. */
  reason?: string | undefined;
  /** What was seen, in words that other journeys share: `extra` lines. Without one it is read off the answer. */
  symptom?: string | undefined;
  /** Whether a call of ordinary use was not accepted, whatever the journey is about. */
  isOrdinary?: boolean;
  /** Whether it went wrong before what the journey is about. */
  isBefore?: boolean;
};

/** The backend did not do what a journey relies on. */
export class Unmet extends Error {
  readonly details: Details & { got: string; symptom: string };

  constructor(
    readonly exchange: Exchange,
    details: Details,
  ) {
    const { got = describeAnswer(exchange), symptom = symptomOf(exchange) } = details;
    super(`${details.expected} ${got}`);
    this.details = { ...details, expected: inLine(details.expected), got: inLine(got), symptom };
  }
}

/** A text of the backend is shown in one line, and cannot give orders to a terminal or a shell. */
const inLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** What is wrong with an answer, without what differs from call to call. */
export function symptomOf({ status, misfit }: Exchange): string {
  if (!status) return 'no answer';
  const [first = ''] = misfit?.replace(/\/\d+/g, '/#').split(/, but is |;/) ?? [];
  return first || (isSuccess({ status }) ? 'accepted' : `${status}`);
}

/** A call that the server did not survive. */
export function killedBy(exchange: Exchange): Unmet {
  const { status, misfit } = exchange;
  return new Unmet(exchange, {
    expected: 'A server that answers the calls after this one.',
    got: status ? `Status ${status}, and no answer since.` : `No answer since: ${misfit}.`,
    reason: 'The server has crashed or hangs, and did not come back: its own log says more.',
    level: 'unsafe',
  });
}

export function expectThat(exchange: Exchange, isMet: boolean, details: Details) {
  if (!isMet) throw new Unmet(exchange, details);
}

/** What went wrong in what a journey needs before that which it is about. */
export async function findUnmetBefore(act: () => Promise<unknown>): Promise<Unmet | undefined> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Unmet) return new Unmet(error.exchange, { ...error.details, isBefore: true });
    throw error;
  }
}

export const SUCCESS = 'A success: any status from 200 to 299.';

/** A call of ordinary use has to succeed, whatever the journey is about. It may be refused for what is `odd` in it. */
export function expectAccepted(exchange: Exchange, odd = '') {
  const { misfit } = exchange;
  const details = isSuccess(exchange)
    ? { expected: 'An answer as openapi.yaml describes it.', got: misfit }
    : { expected: SUCCESS };
  const symptom = `${symptomOf(exchange)} ${odd}`.trim();
  const own = { level: 'breaks' as const, isOrdinary: true, symptom };
  expectThat(exchange, isSuccess(exchange) && !misfit, { ...details, ...own });
}

/**
 * `reason` tells why a backend may have accepted the call, `field` what should have kept it from that. One that fails at it
 * has let nobody in, and the store says the same as after a refusal; one that breaks off may have crashed.
 */
export function expectRefused(
  exchange: Exchange,
  { reason, field, level }: { reason?: string | undefined; field?: string; level?: Level } = {},
) {
  const { status, misfit, body } = exchange;
  // A success that brings neither a token nor a list lets nobody in.
  const isGranted = isSuccess(exchange) && (!misfit || Array.isArray(body));
  expectThat(exchange, status >= 400 && status < 500, {
    expected: 'A refusal: any status from 400 to 499.',
    level: !status ? 'unsafe' : status >= 500 ? 'strict' : level,
    ...(isGranted && { reason, symptom: field && `accepted:${field}` }),
  });
}

/** Anything but a failure. */
export function expectAnswered(exchange: Exchange, level?: Level) {
  const { status, misfit } = exchange;
  expectThat(exchange, status >= 200 && status < 500 && !misfit, {
    expected: 'A success as openapi.yaml describes it, or a refusal: any status from 400 to 499.',
    level,
  });
}

/** An answer that says for how long it may be kept is not asked for again. */
export function expectNotKept(exchange: Exchange) {
  expectAccepted(exchange);
  const { headers } = exchange;
  const rules = headers.get('cache-control')?.toLowerCase() ?? '';
  const isLasting = Date.parse(headers.get('expires') ?? '') > Date.parse(headers.get('date') ?? '');
  const isAged = /max-?age|immutable/.test(rules);
  const isKept = isAged ? /max-?age="?[1-9]|immutable/.test(rules) : isLasting;
  expectThat(exchange, !isKept || /no-store|no-cache/.test(rules), {
    expected: 'An answer that nobody may keep: "Cache-Control: no-store", or no such header.',
    got: `Cache-Control: ${rules || 'none'}; Expires: ${headers.get('expires') ?? 'none'}`,
    symptom: 'kept',
  });
}

function describeAnswer({ status, body, misfit }: Exchange): string {
  if (!status) return `No answer: ${misfit}`;
  const text = typeof body === 'string' ? body.replace(/\s+/g, ' ') : (JSON.stringify(body) ?? 'no body');
  const kind = Array.isArray(body) ? `a list of ${body.length}: ` : '';
  return `Status ${status}, ${kind}${text.length > 500 ? `${text.slice(0, 500)}…` : text || 'no body'}`;
}
