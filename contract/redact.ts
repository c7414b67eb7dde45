import type { ExecutedStep } from './respect';

/** Hides tokens and passwords in a text of the report. */
export type Redact = (text: string) => string;

const HIDDEN = '•••';

/**
 * Hides the password of the test users and every value that a signup or login was answered with, whatever its
 * field is called: a backend that names its token otherwise must not find it in the report.
 */
export function makeRedact(steps: ExecutedStep[], password: string): Redact {
  const sent = new Set(steps.flatMap(({ request }) => valuesOf(request?.body)));
  const answered = steps
    .filter(({ request, response }) => request?.url.includes('/auth/') && (response?.statusCode ?? 500) < 300)
    .flatMap(({ response }) => valuesOf(fromJson(response?.body)))
    .filter((value) => !sent.has(value));
  const secrets = [password, ...answered].flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // The longest first, else a part of it would hide it only in part.
  const all = [...new Set(secrets)].filter(({ length }) => length > 2).sort((a, b) => b.length - a.length);
  return (text) => all.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

function valuesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** JSON that came as text, under a wrong media type, may have a token in it; a page is worth showing. */
function fromJson(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return undefined;
  }
}
