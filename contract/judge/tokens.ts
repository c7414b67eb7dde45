import { createHmac, hash } from 'node:crypto';
import { parseJson } from './exchange.ts';
import { readWeakSecrets } from './files.ts';
import type { Level } from './level.ts';

/** A token, and when it was issued, in milliseconds. */
export type Issued = { token: string; email: string; name: string; from: number; to: number };

/** Servers' clocks differ. */
const CLOCK_SKEW_MS = 2000;
/** Identifiers of accounts or sessions that count from one. */
const SMALL_NUMBERS = 10_000;
/** 64, less one character that is the same by chance. */
const MIN_BITS = 59;

/** The parts of a token around its last separator; only a signature without one. A dash separates only if nothing else does: base64 has dashes. */
function splitToken(token: string) {
  const parts = /^(.+)([.|:~])(.*)$/.exec(token) ?? /^(.+?)(-+)([^-]*)$/.exec(token) ?? [];
  const [, payload = '', separator = '', signature = token] = parts;
  return { payload, separator, signature };
}

/** The claims of a JSON Web Token; undefined for any other token. */
export function claimsOf(token: string): Record<string, unknown> | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return (claims as Record<string, unknown> | null | undefined) ?? undefined;
}

/** The parts of a token, decoded from base64: parsed JSON, or text. */
export const contentsOf = (token: string): unknown[] =>
  token.split(/[.:|~]|--/).map((part) => {
    const text = Buffer.from(part, 'base64').toString();
    return parseJson(text) ?? text;
  });

/** The text, with the parts that are base64 decoded. */
export function decodeText(text: string): string {
  return text.replace(/[\w+/-]{6,}={0,2}/g, (part) => {
    const decoded = Buffer.from(part, 'base64').toString();
    return /^[ -~]{3,}$/.test(decoded) ? decoded : part;
  });
}

/** How an attacker with these tokens could forge those of other shoppers; undefined if that is not possible. */
export function explainGuess(issued: Issued[]): string | undefined {
  const last = issued.at(-1);
  const reason = last && explainSingle(last);
  if (reason || issued.length < 3) return reason;
  if (new Set(issued.map(({ token }) => token)).size === 1) return 'All shoppers get the same token.';
  const bits = countVaryingBits(issued.map(({ token, email }) => decodeText(token).replaceAll(email, '')));
  if (bits >= MIN_BITS) return undefined;
  return `Apart from the email, at most ${Math.floor(bits)} bits differ between the tokens of ${issued.length} shoppers: use 128 random ones.`;
}

function explainSingle({ token, email, from, to }: Issued): string | undefined {
  const { payload, separator, signature } = splitToken(token);
  if (separator === '.' && !signature && claimsOf(token)) return 'The token has no signature.';
  if (/\b[\da-f]{8}-[\da-f]{4}-1[\da-f]{3}-[89ab]/i.test(token))
    return 'The token is a UUID of version 1, which is the time and the address of the server.';
  for (const [algorithm, digits] of hashesIn(signature)) {
    const isSignedWith = (secret: string) =>
      createHmac(algorithm, secret).update(payload).digest('hex') === digits;
    const secret = payload ? readWeakSecrets().find(isSignedWith) : undefined;
    if (secret !== undefined)
      return `The token is signed with ${secret ? `the well-known secret "${secret}"` : 'an empty secret'}.`;
    const isHashOf = (text: string) => hash(algorithm, text) === digits;
    if (isHashOf(payload)) return `The signature is the ${algorithm} of the rest, without a secret.`;
    for (const [what, guesses] of Object.entries(guessesOf(email, from - CLOCK_SKEW_MS, to + CLOCK_SKEW_MS)))
      if (guesses.some(isHashOf)) return `The token is the ${algorithm} of ${what}.`;
  }
  return undefined;
}

/** Hash functions by the bytes of their result. */
const HASHES: Record<number, string> = { 16: 'md5', 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' };

/** A text in hexadecimal digits or base64, as the hexadecimal hash of each function whose results have its length. */
const hashesIn = (text: string) =>
  (['hex', 'base64'] as const).flatMap((encoding): [string, string][] => {
    const bytes = Buffer.from(text, encoding);
    const algorithm = HASHES[bytes.length];
    return algorithm ? [[algorithm, bytes.toString('hex')]] : [];
  });

/** Texts that an attacker could hash, too. */
function guessesOf(email: string, from: number, to: number) {
  const inMs = Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
  const times = [...new Set([...inMs, ...inMs.map((time) => time.slice(0, -3))])];
  const separators = ['', ':', '-', '_', '.', '|'];
  const joined = separators.flatMap((between) =>
    times.flatMap((time) => [email + between + time, time + between + email]),
  );
  return {
    'the email': [email],
    'a small number': Array.from({ length: SMALL_NUMBERS }, (_, i) => `${i}`),
    'the time': times,
    'the email and the time': joined,
  };
}

/**
 * How many bits of texts can differ, if each place that differs is random. Places are counted from the end, because numbers grow at
 * their start. One or two equal places in a row count, too: they may be equal by chance.
 */
function countVaryingBits(texts: string[]): number {
  const [first = ''] = texts;
  let start = 0;
  while (start < first.length && texts.every((text) => text[start] === first[start])) start++;
  const rests = texts.map((text) => text.slice(start));
  const longest = Math.max(...rests.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_, index) => rests.map((rest) => rest.at(-1 - index)));
  const isVarying = (place: unknown[]) => new Set(place).size > 1;
  const random = places.map((place) => (isVarying(place) ? 'x' : '=')).join('');
  const characters = places
    .filter(isVarying)
    .flat()
    .join('')
    .replace(/[^\w+/]/g, '');
  const narrowest = [/^\d*$/, /^[\da-f]*$/i, /^([\da-z]*|[\dA-Z]*)$/].findIndex((pattern) =>
    pattern.test(characters),
  );
  return random.replace(/={3,}/g, '').length * Math.log2([10, 16, 36][narrowest] ?? 64);
}

/** Careless backends look tokens up in an object, or take "null" for a token. */
export const INVENTED_TOKENS = ['not-a-token', 'null', 'undefined', 'constructor', '__proto__', ''];

/** Tokens that a careless backend accepts instead of this one, and the cause if it does. */
export function forgedFrom(token: string): { token: string; cause: string; level?: Level }[] {
  const { payload, separator } = splitToken(token);
  const middle = Math.floor((token.lastIndexOf('.') + 1 + token.length) / 2);
  const character = /b/i.test(token[middle] ?? '') ? 'c' : 'b';
  const withoutSignature = 'A token is accepted without its signature.';
  // Apart from a prefix such as tk_. If a token has only one case, as hexadecimal digits do, its case may not matter.
  const random = token.replace(/^[a-z]{1,6}[_-]/i, '');
  const isMixed = /[a-z]/.test(random) && /[A-Z]/.test(random);
  const inOtherCase = isMixed ? [token.toLowerCase(), token.toUpperCase()] : [];
  const algorithms = claimsOf(token) ? ['none', 'None', 'NONE'] : [];
  const forged = [
    {
      token: token.slice(0, middle) + character + token.slice(middle + 1),
      cause: claimsOf(token)
        ? 'The signature of a token is not checked: a changed one is accepted.'
        : 'A token is accepted in which one character was changed.',
    },
    ...algorithms.map((alg) => ({
      token: `${Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')}.${token.split('.')[1]}.`,
      cause: `A token without a signature is accepted if its header says that "alg" is "${alg}".`,
    })),
    { token: payload + separator, cause: withoutSignature },
    { token: payload, cause: withoutSignature },
    { token: token.slice(0, -4), cause: 'A token is accepted whose end is cut off.' },
    ...inOtherCase.map((other) => ({
      token: other,
      cause: 'The case of the letters in a token does not count.',
      // Long tokens stay random enough.
      level: 'strict' as const,
    })),
  ];
  // A token that ends with a separator has nothing after it to remove.
  return forged.filter((other) => other.token !== token);
}
