import { type Exchange, isSuccess, readJson } from './client.ts';

/** Hides tokens and passwords in a text of the report. */
export type Redact = (text: string) => string;

/**
 * Hides the passwords of the test users and every value that a signup or login was answered with, whatever its
 * field is called: a backend that names its token otherwise must not find it in the report.
 */
export function makeRedact(exchanges: Exchange[], more: Iterable<string> = []): Redact {
  const auth = exchanges.filter(({ operation }) => operation.path.startsWith('/auth/'));
  const bodies = auth.map(({ sent }) => sent.body as { password?: unknown } | undefined);
  const sent = valuesOf(bodies);
  // JSON that came as text, under a wrong media type, may have a token in it; a page is worth showing.
  const answers = auth
    .filter(isSuccess)
    .map(({ body }) => (typeof body === 'string' ? readJson(body) : body));
  // A word, such as Bearer, is no token.
  const answered = valuesOf(answers).filter((it) => !sent.includes(it) && !/^[A-Z]?[a-z]{1,11}$/.test(it));
  const passwords = valuesOf(bodies.map((it) => it?.password));
  const secrets = [...passwords, ...answered].filter(isLong);
  const all = new Set([...secrets, ...more].flatMap(formsOf));
  // The longest first, else a part of it would hide it only in part.
  const sorted = [...all].sort((a, b) => b.length - a.length);
  return (text) => sorted.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}

const isLong = ({ length }: string) => length > 4;

/** A secret as it stands in a text, in JSON and in a shell. A short one would hide parts of words, and is hidden as a whole text alone. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret);
  const forms = isLong(secret) ? [secret, json.slice(1, -1)] : [json];
  return [...forms, ...forms.map((it) => it.replaceAll("'", "'\\''"))];
}

function valuesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
