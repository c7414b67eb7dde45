import { type Exchange, fieldsOf, isSuccess, valuesOf } from './exchange.ts';
import { inLine } from './expect.ts';
import { INVENTED_TOKENS } from './tokens.ts';

/** A line of source code, as in a stack trace: `server.js:12`, `Cart.java:12`, `"views.py", line 12`, `cart.php on line 12`. */
const SOURCE_LINE =
  /[\w@$.\\/:-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kt|cs)[\\"]*(?:[:(]|,? (?:on )?line |:line )\d+/;
/** A file where servers keep their programs. Paths of URLs have other beginnings, or no file at their end. */
const SERVER_FILE =
  /(?<![\w.])(?:\/(?:home|Users|var|usr|srv|opt)|[A-Z]:\\)(?:[\\/]+[\w@.-]+)+[\\/]+[\w@-]+\.(?!html?\b)\w+/;
const INTERNALS = new RegExp(`${SOURCE_LINE.source}|${SERVER_FILE.source}`, 'g');

/** Whether a body shows the backend's own source code or files. */
export const showsInternals = (body: unknown) => valuesOf(body).some((value) => value.search(INTERNALS) >= 0);

/** The hash of a password, as bcrypt and others write it. */
const HASH = /(?<!\w)\$(2[abxy]|argon2\w*|scrypt|pbkdf2|[156])\$[\w./+$=,-]{16,}/g;

/** A field whose name is that of a password or its hash. The version or the date of a password is neither. */
const isNamedSecret = (name: string, value: string) =>
  /passw|^pass_?(hash|salt)$|^pwd|^(hash|salt)$/i.test(name) &&
  !/version|stamp|changed|reset/i.test(name) &&
  // Perhaps as SALT:HASH
  /^(?=.*\d)(?=.*[a-z])([\w.$-]+:(?!\/\/))?[\w+/=.$-]{16,}$/i.test(value);

/** A field that has a password or its hash. */
export const isSecret = (name: string, value: string) =>
  value.search(HASH) >= 0 || isNamedSecret(name, value);

/** A word, such as Bearer, or a path, such as /cart, is not a token. */
const mayBeToken = (value: string) =>
  /^\S+$/.test(value) && !/^([A-Z]?[a-z]{1,11}|(\/[a-z]{1,11})+)$/.test(value);

/**
 * Brings each text of a report into one line. Hides tokens, hashes of passwords, what the kit was given (`secrets`), and what error
 * messages show of the backend's source code. All values of responses to signup and login count as tokens, because the token may
 * have another name. The test users' passwords are the kit's own, and needed to repeat a failure.
 */
export function redact<Value>(report: Value, exchanges: Exchange[], secrets: Iterable<string>): Value {
  const auth = exchanges.filter(({ operation }) => operation.path.startsWith('/auth/'));
  const list = exchanges.find((exchange) => exchange.operation.id === 'getItems' && isSuccess(exchange));
  // A response to a login may have the shopper's cart, with ids and names of items.
  const known = new Set(valuesOf([list?.body, ...auth.map(({ sent }) => sent.body)]));
  const received = valuesOf(auth.filter(isSuccess).map(({ body }) => body));
  // A token that does not fit openapi.yaml may have a line break, or the scheme before it.
  const words = received.map((value) => value.replace(/^Bearer /i, '').trim());
  const issued = words.filter((value) => mayBeToken(value) && !known.has(value));
  const tokens = exchanges.flatMap(({ sent: { token } }) => token ?? []);
  // Lists are public, and may be long.
  const others = exchanges.filter(({ operation }) => operation.id !== 'getItems');
  const fields = fieldsOf(others.map(({ body }) => body));
  const hashes = fields.flatMap(([name, value]) => (isNamedSecret(name, `${value}`) ? `${value}` : []));
  const found = [...issued, ...hashes, ...tokens.filter((token) => !INVENTED_TOKENS.includes(token))];
  const forms = new Set([...found.filter(({ length }) => length > 4), ...secrets].flatMap(formsOf));
  // The longest first: a part of a secret would hide it only in part.
  const sorted = [...forms].sort((one, two) => two.length - one.length);
  const hideIn = (text: string) =>
    [...sorted, HASH, INTERNALS].reduce((rest: string, secret) => rest.replaceAll(secret, '•••'), text);
  return JSON.parse(JSON.stringify(report), (_key, part) =>
    typeof part === 'string' ? hideIn(inLine(part)) : part,
  );
}

/** A secret in text and in JSON. A short one is hidden only if it is a whole JSON string. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret);
  return secret.length > 4 ? [secret, json.slice(1, -1)] : [json];
}
