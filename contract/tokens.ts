import { createHash, createHmac } from 'node:crypto';

export type Given = {
  token: string;
  email: string;
  name: string;
  /** When it was asked for and when it had come, in milliseconds since 1970. */
  from: number;
  to: number;
};

/** What examples sign with. */
const KNOWN_SECRETS = [
  ...'secret changeme secretkey secret-key supersecret mysecret password key test dev 123456'.split(' '),
  ...['shhhhh', 'your-256-bit-secret', 'your-secret-key', 'your_jwt_secret', 'jwt_secret', 'jwtsecret', ''],
];
/** So many signs that differ are not tried out. */
const ENOUGH_SIGNS = 8;

/** The text, with what is base64 or hex in it as the text that it stands for. */
export function decodeText(text: string): string {
  const read = (piece: string, encoding: 'base64' | 'hex') => {
    const found = Buffer.from(piece, encoding).toString();
    return /^[ -~]{3,}$/.test(found) ? found : undefined;
  };
  return text.replace(
    /[\w+/=-]{6,}/g,
    (piece) =>
      (/^([\da-f]{2})+$/i.test(piece) ? read(piece, 'hex') : undefined) ?? read(piece, 'base64') ?? piece,
  );
}

/** The claims of a JSON Web Token. */
export function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** How somebody could write the tokens of others, who has these of new shoppers; undefined where nobody could. */
export function explainGuess(given: Given[]): string | undefined {
  const made = given.slice(-1).map(explainOne)[0];
  if (made || given.length < 2) return made;
  for (const read of [(text: string) => text, decodeText]) {
    const rests = given.map(({ token, email, name }) =>
      [email, email.toLowerCase(), name].reduce((rest, known) => rest.replaceAll(known, ''), read(token)),
    );
    const most = Math.max(...rests.slice(1).map((rest, at) => countDiffering(rest, rests[at] ?? '')));
    if (most < ENOUGH_SIGNS) return `Beside the email, the tokens of shoppers differ in ${most} signs only.`;
  }
  return undefined;
}

/** How the token could be written by who knows whose it is, and when it was given out. */
function explainOne({ token, email, name, from, to }: Given): string | undefined {
  const [head = '', claims, signature] = token.split('.');
  const [, bits] = /"alg":"HS(256|384|512)"/.exec(Buffer.from(head, 'base64url').toString()) ?? [];
  if (claims && !signature && claimsOf(token)) return 'The token has no signature.';
  const sign = (secret: string) =>
    createHmac(`sha${bits}`, secret).update(`${head}.${claims}`).digest('base64url');
  const secret = bits && KNOWN_SECRETS.find((it) => sign(it) === signature);
  if (secret !== undefined) return `The token is signed with the word "${secret}".`;

  const count = (first: number, most: number) => Array.from({ length: most }, (_, at) => `${first + at}`);
  const sources = {
    'the email': [email, email.toLowerCase()],
    'the name': [name],
    'the time': count(from, Math.min(to - from, 5000) + 1),
    'a small number': count(0, 1000),
  };
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const hash = (text: string) => createHash(algorithm).update(text).digest(encoding);
      if (hash('').length !== token.length) continue;
      for (const [what, texts] of Object.entries(sources))
        if (texts.some((text) => hash(text) === token)) return `The token is the ${algorithm} of ${what}.`;
    }
  return undefined;
}

/** In how many signs two texts differ; where one is longer, in what is between their equal ends. */
function countDiffering(one: string, two: string): number {
  if (one.length === two.length) return [...one].filter((sign, at) => sign !== two[at]).length;
  const least = Math.min(one.length, two.length);
  let [start, end] = [0, 0];
  while (start < least && one[start] === two[start]) start++;
  while (end < least - start && one.at(-1 - end) === two.at(-1 - end)) end++;
  return Math.max(one.length, two.length) - start - end;
}
