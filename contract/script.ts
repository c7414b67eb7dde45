import type { Exchange } from './client.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A piece of shell for a text: a password or an email in it is a variable. */
type Write = (text: string) => string;

/** The call for a shell. `bearer` is what stands for the token. */
function toCurl({ operation, sent, url }: Exchange, bearer: string | undefined, write: Write): string {
  const { body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  return [
    `curl -i -X ${operation.method} ${quote(url)}`,
    ...Object.entries(sent.headers ?? {}).map((header) => `-H ${quote(header.join(': '))}`),
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

/** What stands for a token in a shell: the variable of a known one, also where one sign of it was changed. */
function writeToken(
  token: string | undefined,
  known: (string | undefined)[],
  nameOf: (at: number) => string,
) {
  if (token === undefined) return undefined;
  const at = known.indexOf(token);
  if (at >= 0) return `$${nameOf(at)}`;
  for (const [nth, own] of known.entries()) {
    const differing =
      own?.length === token.length ? [...token].flatMap((it, i) => (it === own[i] ? [] : i)) : [];
    const [place] = differing;
    if (differing.length !== 1 || place === undefined) continue;
    const change = `s/^\\(.\\{${place}\\}\\)A/\\1B/; t; s/^\\(.\\{${place}\\}\\)./\\1A/`;
    return `$(printf %s "$${nameOf(nth)}" | sed '${change}')`;
  }
  return inDoubleQuotes(token);
}

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
  const used = [...met, exchange].map(({ sent }) => sent.token);
  const tokens = [...new Set([...used, ...before.map(tokenOf)])].filter((it) => it && given.has(it));
  const write = (it: Exchange) => {
    const bearer = writeToken(it.sent.token, tokens, (at) => `TOKEN${at ? at + 1 : ''}`);
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
  const find = String.raw`sed -n 's/.*"token" *: *"\([^"]*\)".*/\1/p'`;
  const lines: string[] = [];
  /** Of calls that meet: what is read when all have come. */
  let meeting: string[] | undefined;
  const meet = () => {
    if (meeting) lines.push('wait', ...meeting);
    meeting = undefined;
  };
  for (const exchange of exchanges) {
    const curl = toCurl(
      exchange,
      writeToken(exchange.sent.token, tokens, (at) => `TOKEN${at + 1}`),
      write,
    );
    const silent = curl.replace('curl -i', 'curl -s');
    // What the last call answers is shown.
    const own = exchange === exchanges.at(-1) ? 0 : tokens.indexOf(tokenOf(exchange) ?? '') + 1;
    if (exchange.isBesideAnother) {
      meeting ??= [];
      lines.push(own ? `${silent} > "/tmp/$RUN-${own}" &` : `${curl} &`);
      if (own) meeting.push(`TOKEN${own}=$(${find} "/tmp/$RUN-${own}")`, `cat "/tmp/$RUN-${own}"`);
      continue;
    }
    meet();
    lines.push(own ? `TOKEN${own}=$(${silent} | ${find})` : curl);
  }
  meet();
  return [
    '#!/bin/sh',
    ...comments.map((line) => `# ${line}`),
    'RUN=$(date +%s)-$$',
    ...lines,
    'echo',
    '',
  ].join('\n');
}
