import type { Exchange } from './client.ts';
import type { Level } from './level.ts';

type Details = {
  expected: string;
  got?: string;
  /** Without one, the journey's own. */
  level?: Level;
  /** What a backend of this kind has probably got wrong. */
  reason?: string | undefined;
};

/** The backend did not do what a journey relies on. */
export class Unmet extends Error {
  readonly exchange: Exchange;
  readonly details: Details & { got: string };

  constructor(exchange: Exchange, { got = describeAnswer(exchange), ...details }: Details) {
    super(`${details.expected} ${got}`);
    this.exchange = exchange;
    this.details = { got, ...details };
  }
}

/** A call of ordinary use has to succeed, whatever the journey is about. */
export function expectAccepted(exchange: Exchange) {
  const { status, misfit } = exchange;
  if (status >= 200 && status < 300 && !misfit) return;
  const isSuccess = status >= 200 && status < 300;
  throw new Unmet(exchange, {
    expected: isSuccess
      ? 'An answer as openapi.yaml describes it.'
      : 'A success: any status from 200 to 299.',
    ...(isSuccess && { got: misfit ?? '' }),
    level: 'breaks',
  });
}

/** `reason` tells why a backend may have accepted the call. */
export function expectRefused(exchange: Exchange, reason?: string, level?: Level) {
  const { status } = exchange;
  expectThat(exchange, status >= 400 && status < 500, {
    expected: 'A refusal: any status from 400 to 499.',
    reason: status >= 200 && status < 300 ? reason : undefined,
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
