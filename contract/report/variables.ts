import { type Exchange, fieldsOf, isSuccess, valuesOf } from '../judge/exchange.ts';
import { claimsOf } from '../judge/tokens.ts';
import { tokenIn } from './calls.ts';

/** A value in a response that a later request sends: its name in the shell, and the command that reads it from the response. */
export type Variable = { value: string; name: string; read: string };

/** Shell functions that read a field of JSON and a header. */
export const READERS = {
  field: `field() { tr -d '\\\\\\r' | tr '{,}' '\\n\\n\\n' | sed -n "s/^ *\\"$1\\" *: *\\"*\\([^\\" ]*\\).*/\\1/p" | tail -n 1; }`,
  header: `header() { tr -d '\\r' | grep -i "^$1:" | sed 's/^[^:]*: *//'; }`,
};
const READ_CLAIMS = `field token | cut -d. -f2 | tr '_-' '/+' | base64 -d 2>/dev/null`;
const READ_COOKIES = `header Set-Cookie | cut -d';' -f1 | paste -s -d';' -`;

/** The fields of a request's body that the contract does not have, such as the id of another user. */
export const extraFields = ({ operation, sent }: Exchange) =>
  fieldsOf(sent.body).filter(([name]) => !operation.fields.some((field) => field.name === name));

/** What a request may have from earlier responses. */
const takenBy = (exchange: Exchange): string[] => [
  exchange.sent.forgery?.from ?? exchange.sent.token ?? '',
  ...Object.values(exchange.sent.headers ?? {}),
  ...extraFields(exchange).map(([, value]) => `${value}`),
  ...new URL(exchange.url).searchParams.values(),
];

/** What the requests of `calls` have from the responses to earlier ones. */
export function findVariables(calls: Exchange[], numberOf: (token?: string) => number) {
  const taken = new Set(calls.flatMap(takenBy));
  const found = new Set(['']);
  return new Map(
    calls.map((exchange, i) => {
      const own = isSuccess(exchange) ? valuesIn(exchange, i + 1, numberOf(tokenIn(exchange))) : [];
      const sent = valuesOf(exchange.sent.body);
      const variables = own.filter(({ value }) => {
        const isNew = taken.has(value) && !found.has(value) && !sent.includes(value);
        return isNew && found.add(value);
      });
      return [exchange, variables];
    }),
  );
}

/** What the nth response has that a later request may send: the token, ids, cookies, and the validators of a cache. */
function valuesIn({ operation, body, headers }: Exchange, nth: number, tokenNumber: number): Variable[] {
  const token = tokenIn({ body }) ?? '';
  const variable = (name: string, value: unknown, read: string) => ({
    name: `${name.replace(/\W|^_/g, '')}_${nth}`.toUpperCase(),
    value: `${value}`,
    read,
  });
  const fields = operation.path.startsWith('/auth/') ? fieldsOf(body) : [];
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return [
    { name: `TOKEN_${tokenNumber}`, value: token, read: 'field token' },
    ...fields.map(([name, value]) => variable(name, value, `field ${name}`)),
    ...fieldsOf(claimsOf(token)).map(([name, value]) =>
      variable(`CLAIM_${name}`, value, `${READ_CLAIMS} | field ${name}`),
    ),
    variable('COOKIE', cookies.join('; '), READ_COOKIES),
    ...['ETag', 'Last-Modified'].map((name) => variable(name, headers.get(name) ?? '', `header ${name}`)),
  ];
}
