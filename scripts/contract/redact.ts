import type { ExecutedStep } from './respect';

/** Hides tokens and passwords in a text of the report. */
export type Redact = (text: string) => string;

const HIDDEN = '•••';

/**
 * Hides the password of the test users and every value that a signup or login answered with, whatever its
 * field is called: a backend that names its token otherwise must not find it in the report.
 */
export function makeRedact(steps: ExecutedStep[], password: string): Redact {
  const secrets = new Set([password]);
  for (const { request, response } of steps) {
    if (!request?.url.includes('/auth/')) continue;
    const sent = valuesOf(request.body);
    for (const value of valuesOf(response?.body)) if (!sent.includes(value)) secrets.add(value);
  }
  // The longest first, else a part of it would hide it only in part.
  const all = [...secrets].filter(({ length }) => length > 2).sort((a, b) => b.length - a.length);
  return (text) => all.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

function valuesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
