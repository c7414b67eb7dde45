import { type Exchange, isSuccess } from './client.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A piece of shell for a text: a password or an email in it is a variable. */
type Write = (text: string) => string;

/** The token that a call was answered with. */
function tokenOf({ operation, status, body }: Exchange): string[] {
  const isEntry = operation.path.startsWith('/auth/') && isSuccess({ status });
  const { token } = ((isEntry && body) || {}) as { token?: unknown };
  return typeof token === 'string' ? [token] : [];
}

const nameOf = (at: number) => `TOKEN${at ? at + 1 : ''}`;

/** What stands for a token in a shell: the variable of a known one, also where one sign of it was changed. */
function writeToken(token: string, known: string[]): string {
  if (known.includes(token)) return `$${nameOf(known.indexOf(token))}`;
  for (const [nth, own] of known.entries()) {
    const [head, claims, signature] = token.split('.');
    if (signature === '' && claims === own.split('.')[1])
      return `${head}.$(printf %s "$${nameOf(nth)}" | cut -d. -f2).`;
    const place = [...own].findIndex((sign, at) => sign !== token[at]);
    if (own.length !== token.length || own.slice(place + 1) !== token.slice(place + 1)) continue;
    const before = `s/^\\(.\\{${place}\\}\\)`;
    return `$(printf %s "$${nameOf(nth)}" | sed -e '${before}[bB]/\\1c/' -e t -e '${before}./\\1b/')`;
  }
  return token.replace(/["\\$`]/g, '\\$&');
}

/** The call for a shell, where `tokens` are variables. */
function toCurl({ operation, sent, url, origin }: Exchange, tokens: string[], write: Write): string {
  const { body, token, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  return [
    `curl -i -X ${operation.method} ${quote(url)}`,
    ...Object.entries({ ...(origin && { origin }), ...sent.headers }).map(
      (header) => `-H ${quote(header.join(': '))}`,
    ),
    ...(token === undefined ? [] : [`-H "Authorization: Bearer ${writeToken(token, tokens)}"`]),
    ...(text === undefined ? [] : [`-H 'Content-Type: application/json' -d ${write(text)}`]),
  ].join(' ');
}

/** One call with those that it met, or that met just before it. The tokens are $TOKEN, $TOKEN2 …, the password of the run $PASSWORD. */
export function writeCall(exchange: Exchange, before: Exchange[], password: string): string {
  const met = before.slice(before.findLastIndex((it) => !it.isBesideAnother) + 1);
  const all = [...met, exchange];
  const given = before.flatMap(tokenOf);
  const used = all.flatMap(({ sent }) => given.filter((it) => it === sent.token));
  const write = (text: string) => quote(text).replaceAll(password, `'"$PASSWORD"'`);
  const curls = all.map((it) => toCurl(it, [...new Set([...used, ...given])], write));
  if (!met.length) return curls.join();
  const last = exchange.isBesideAnother ? [] : curls.splice(-1);
  return [`${curls.join(' & ')} & wait`, ...last].join('; ');
}

/** Stands in scripts for the password of the run, which nobody should read. It has letters, for changes of case. */
const SAMPLE = 'c0ffee00-feed-4a';

/** A shell script that makes the calls anew, with new accounts, after these comments. */
export function writeScript(exchanges: Exchange[], password: string, comments: string[]): string {
  const secret = password.slice(0, SAMPLE.length);
  const all = JSON.stringify(exchanges.map(({ sent }) => sent));
  const emails = [...new Set(all.match(/contract-test-[0-9a-f]{8}-[0-9a-f]{12}/gi))];
  const tokens = exchanges.flatMap(tokenOf);
  const write = (text: string) =>
    emails
      .reduce((rest, it, at) => rest.replaceAll(it, `${it.slice(0, 14)}'"$RUN"'-${at + 1}`), quote(text))
      .replaceAll(secret, SAMPLE)
      .replaceAll(secret.toUpperCase(), SAMPLE.toUpperCase());
  const find = String.raw`sed -n 's/.*"token" *: *"\([^"]*\)".*/\1/p'`;
  /** Of calls that meet: what is read when all have come. */
  const reads: string[] = [];
  const lines = exchanges.flatMap((exchange, at) => {
    const next = exchanges[at + 1];
    const curl = toCurl(exchange, tokens, write);
    const silent = curl.replace('curl -i', 'curl -s');
    // What the last call answers is shown.
    const [name] = next ? tokenOf(exchange).map((token) => nameOf(tokens.indexOf(token))) : [];
    if (!exchange.isBesideAnother) return name ? `${name}=$(${silent} | ${find})` : curl;
    if (name) reads.push(`${name}=$(${find} "/tmp/$RUN-${name}")`, `cat "/tmp/$RUN-${name}"`);
    const call = name ? `${silent} > "/tmp/$RUN-${name}" &` : `${curl} &`;
    return next?.isBesideAnother ? call : [call, 'wait', ...reads.splice(0)];
  });
  const heads = comments.map((line) => `# ${line}`);
  return ['#!/bin/sh', ...heads, 'RUN=$(date +%s)-$$', ...lines, 'echo', ''].join('\n');
}
