import type { Exchange } from './client.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A piece of shell for a text: a password or an email in it is a variable. */
type Write = (text: string) => string;

/** The call for a shell. `bearer` is what stands for the token. */
function toCurl({ operation, sent, url }: Exchange, bearer: string | undefined, write: Write): string {
  const { body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  return [
    `curl -i -X ${operation.method} ${quote(url)}`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...(text === undefined ? [] : [`-H 'Content-Type: application/json' -d ${write(text)}`]),
  ].join(' ');
}

const tokenOf = ({ operation, status, body }: Exchange) => {
  const { token } = (operation.path.startsWith('/auth/') && status < 300 && (body ?? {})) as {
    token?: unknown;
  };
  return typeof token === 'string' ? token : undefined;
};

const inDoubleQuotes = (text: string) =>
  text.replace(/["\\$`!]/g, (sign) => (sign === '!' ? sign : `\\${sign}`));

/** One call with those that it met, or that met just before it. The tokens are $TOKEN, $TOKEN2 …, the password of the run $PASSWORD. */
export function writeCall(
  exchange: Exchange,
  before: Exchange[],
  exchanges: Exchange[],
  password: string,
): string {
  const apart = before.findLastIndex((it) => !it.isBesideAnother);
  const met = before.slice(apart + 1);
  const given = new Set(exchanges.map(tokenOf));
  const tokens = [...new Set([...met, exchange].map(({ sent }) => sent.token))].filter((it) => given.has(it));
  const write = (it: Exchange) => {
    const { token } = it.sent;
    const number = tokens.indexOf(token);
    const bearer =
      token === undefined || number < 0
        ? token && inDoubleQuotes(token)
        : `$TOKEN${number ? number + 1 : ''}`;
    return toCurl(it, bearer, (text) => quote(text).replaceAll(password, `'"$PASSWORD"'`));
  };
  if (!met.length) return write(exchange);
  const all = exchange.isBesideAnother ? [...met, exchange] : met;
  const together = `${all.map(write).join(' & ')} & wait`;
  return exchange.isBesideAnother ? together : `${together}; ${write(exchange)}`;
}

/** Stands in scripts for the password of the run, which nobody should read. It has letters, for changes of case. */
const SAMPLE = 'c0ffee00-feed-4ace-8bad-0123456789ab';

/** A shell script that makes the calls anew, with new accounts, after these comments. */
export function writeScript(exchanges: Exchange[], password: string, comments: string[]): string {
  const secret = password.slice(0, SAMPLE.length);
  const all = JSON.stringify(exchanges.map(({ sent }) => sent));
  const emails = [...new Set(all.match(/contract-test-[0-9a-f]{8}-[0-9a-f]{12}/g))];
  const tokens = exchanges.map(tokenOf).filter((it) => it !== undefined);
  const write = (text: string) =>
    emails
      .reduce((rest, email, at) => rest.replaceAll(email, `contract-test-'"$RUN"'-${at + 1}`), quote(text))
      .replaceAll(secret, SAMPLE)
      .replaceAll(secret.toUpperCase(), SAMPLE.toUpperCase());
  const lines = exchanges.flatMap((exchange, at) => {
    const { token } = exchange.sent;
    const known = token === undefined ? -1 : tokens.indexOf(token);
    const curl = toCurl(exchange, known < 0 ? token && inDoubleQuotes(token) : `$TOKEN${known + 1}`, write);
    const own = tokens.indexOf(tokenOf(exchange) ?? '');
    if (own >= 0) {
      const find = String.raw`sed -n 's/.*"token" *: *"\([^"]*\)".*/\1/p'`;
      return [`TOKEN${own + 1}=$(${curl.replace('curl -i', 'curl -s')} | ${find})`];
    }
    if (exchange.isBesideAnother) return [`${curl} &`];
    return [...(exchanges[at - 1]?.isBesideAnother ? ['wait'] : []), curl];
  });
  return [
    '#!/bin/sh',
    ...comments.map((line) => `# ${line}`),
    'RUN=$(date +%s)-$$',
    ...lines,
    'echo',
    '',
  ].join('\n');
}
