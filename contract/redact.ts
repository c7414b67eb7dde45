import type { Exchange } from './client.ts';

/** Hides tokens and passwords in a text of the report. */
export type Redact = (text: string) => string;

const HIDDEN = '•••';

/**
 * Hides the passwords of the test users and every value that a signup or login was answered with, whatever its
 * field is called: a backend that names its token otherwise must not find it in the report.
 */
export function makeRedact(exchanges: Exchange[], more: Iterable<string> = []): Redact {
  const auth = exchanges.filter(({ operation }) => operation.path.startsWith('/auth/'));
  const passwords = auth.flatMap(({ sent }) =>
    valuesOf((sent.body as { password?: unknown } | undefined)?.password),
  );
  const sent = new Set(auth.flatMap((it) => valuesOf(it.sent.body)));
  const answered = auth
    .filter(({ status }) => status < 300)
    .flatMap(({ body }) => valuesOf(fromJson(body)))
    .filter((value) => !sent.has(value));
  const secrets = [...more, ...passwords, ...answered].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
  ]);
  // The longest first, else a part of it would hide it only in part.
  const all = [...new Set(secrets)].filter(({ length }) => length > 4).sort((a, b) => b.length - a.length);
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
