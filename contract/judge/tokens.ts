import { createHash, createHmac } from 'node:crypto';
import { readWeakSecrets } from './files.ts';

/** A token, and when it was issued, in milliseconds. */
export type Issued = { token: string; email: string; name: string; from: number; to: number };

/** Servers' clocks differ. */
const CLOCK_SKEW_MS = 2000;

/** Tokens that differ in fewer characters can be guessed. */
const MIN_RANDOM = 8;

/** The claims of a JSON Web Token; undefined for any other token. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The text, with the parts that are base64 decoded. */
export function decodeText(text: string): string {
  return text.replace(/[\w+/=-]{6,}/g, (part) => {
    const decoded = Buffer.from(part, 'base64').toString();
    return /^[ -~]{3,}$/.test(decoded) ? decoded : part;
  });
}

/** How an attacker with these tokens could forge those of other shoppers; undefined if that is not possible. */
export function explainGuess(issued: Issued[]): string | undefined {
  const reason = issued.map(explainSingle).find((one) => one !== undefined);
  if (reason || issued.length < 2) return reason;
  const rests = issued.map(({ token, email }) => decodeText(token).replaceAll(email, ''));
  const most = Math.max(...rests.slice(1).map((rest, i) => countDifferences(rest, rests[i] ?? '')));
  if (most >= MIN_RANDOM) return undefined;
  return `Apart from the email, at most ${most} characters differ between the tokens of two shoppers.`;
}

function explainSingle({ token, email, from, to }: Issued): string | undefined {
  const [header = '', payload, signature] = token.split('.');
  if (payload && !signature && claimsOf(token)) return 'The token has no signature.';
  const [, bits] = /"alg":"HS(256|384|512)"/.exec(Buffer.from(header, 'base64url').toString()) ?? [];
  const sign = (secret: string) =>
    createHmac(`sha${bits}`, secret).update(`${header}.${payload}`).digest('base64url');
  const secret = bits && readWeakSecrets().find((candidate) => sign(candidate) === signature);
  if (secret !== undefined) return `The token is signed with the well-known secret "${secret}".`;
  for (const decoded of [Buffer.from(token, 'hex'), Buffer.from(token, 'base64')]) {
    const algorithm = HASHES[decoded.length];
    if (!algorithm) continue;
    const isHashOf = (text: string) => createHash(algorithm).update(text).digest().equals(decoded);
    if (isHashOf(email)) return `The token is the ${algorithm} of the email.`;
    if (textsWithTime(email, from - CLOCK_SKEW_MS, to + CLOCK_SKEW_MS).some(isHashOf))
      return `The token is the ${algorithm} of the email and the time.`;
  }
  return undefined;
}

/** Hash functions by the bytes of their result. */
const HASHES: Record<number, string> = { 16: 'md5', 20: 'sha1', 32: 'sha256', 64: 'sha512' };

/** An email next to each time, in milliseconds and in seconds. */
function textsWithTime(email: string, from: number, to: number): string[] {
  const times = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const seconds = new Set(times.map((time) => Math.floor(time / 1000)));
  return [...times, ...seconds].flatMap((time) =>
    ['', ':', '-', '_', '.', '|'].flatMap((between) => [
      `${email}${between}${time}`,
      `${time}${between}${email}`,
    ]),
  );
}

/** How many characters two texts have between their common start and end. */
function countDifferences(one: string, two: string): number {
  const shorter = Math.min(one.length, two.length);
  let start = 0;
  let end = 0;
  while (start < shorter && one[start] === two[start]) start++;
  while (end < shorter - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return Math.max(one.length, two.length) - start - end;
}
