import { type Exchange, isSuccess } from './client.ts';
import type { Level } from './level.ts';

type Details = {
  expected: string;
  got?: string;
  /** Without one, the journey's own. */
  level?: Level;
  /** What a backend of this kind has probably got wrong. */
  reason?: string | undefined;
  /** What was seen, in a word that other journeys share: `extra` lines. Without one it is read off the answer. */
  symptom?: string;
  /** Whether a call of ordinary use was not accepted, whatever the journey is about. */
  isOrdinary?: boolean;
};

/** The backend did not do what a journey relies on. */
export class Unmet extends Error {
  readonly exchange: Exchange;
  readonly details: Details & { got: string; symptom: string };

  constructor(exchange: Exchange, details: Details) {
    const { got = describeAnswer(exchange), symptom = symptomOf(exchange) } = details;
    super(`${details.expected} ${got}`);
    this.exchange = exchange;
    this.details = { ...details, got, symptom };
  }
}

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

/** A call of ordinary use has to succeed, whatever the journey is about. */
export function expectAccepted(exchange: Exchange) {
  const { misfit } = exchange;
  if (isSuccess(exchange) && !misfit) return;
  throw new Unmet(exchange, {
    expected: isSuccess(exchange)
      ? 'An answer as openapi.yaml describes it.'
      : 'A success: any status from 200 to 299.',
    ...(isSuccess(exchange) && { got: misfit ?? '' }),
    level: 'breaks',
    isOrdinary: true,
  });
}

/**
 * `reason` tells why a backend may have accepted the call. One that fails at it has let nobody in, and the store says
 * the same as after a refusal; one that breaks off may have crashed.
 */
export function expectRefused(exchange: Exchange, reason?: string, own?: Level) {
  const { status } = exchange;
  const level = !status ? 'unsafe' : status >= 500 ? 'strict' : own;
  expectThat(exchange, status >= 400 && status < 500, {
    expected: 'A refusal: any status from 400 to 499.',
    reason: isSuccess(exchange) ? reason : undefined,
    ...(level && { level }),
  });
}

/** Anything but a failure. */
export function expectAnswered(exchange: Exchange, level?: Level) {
  const { status, misfit } = exchange;
  expectThat(exchange, status >= 200 && status < 500 && !misfit, {
    expected: 'A success as openapi.yaml describes it, or a refusal: any status from 400 to 499.',
    ...(level && { level }),
  });
}

/** An answer that says for how long it may be kept is not asked for again. */
export function expectNotKept(exchange: Exchange) {
  expectAccepted(exchange);
  const { headers } = exchange;
  const rules = headers.get('cache-control')?.toLowerCase() ?? '';
  const isLasting = Date.parse(headers.get('expires') ?? '') > Date.parse(headers.get('date') ?? '');
  const isKept = rules ? /max-?age="?[1-9]|immutable/.test(rules) : isLasting;
  expectThat(exchange, !isKept || /no-store|no-cache/.test(rules), {
    expected: 'An answer that nobody may keep: "Cache-Control: no-store", or no such header.',
    got: rules ? `Cache-Control: ${rules}` : `Expires: ${headers.get('expires')}`,
  });
}

export function expectThat(exchange: Exchange, isMet: boolean, details: Details) {
  if (!isMet) throw new Unmet(exchange, details);
}

function describeAnswer({ status, body, misfit }: Exchange): string {
  if (!status) return `No answer: ${misfit}`;
  // A page is shown in one line, and cannot give orders to the terminal.
  const text =
    typeof body === 'string' ? body.replace(/[\s\p{Cc}]+/gu, ' ') : (JSON.stringify(body) ?? 'no body');
  const kind = Array.isArray(body) ? `a list of ${body.length}: ` : '';
  return `Status ${status}, ${kind}${text.length > 500 ? `${text.slice(0, 500)}…` : text || 'no body'}`;
}
