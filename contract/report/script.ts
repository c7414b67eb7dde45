import { type Exchange, isSuccess, type Sent, textOf } from '../judge/exchange.ts';
import { describeCall } from '../judge/expect.ts';
import type { FailedOutcome } from '../judge/run.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const tokenIn = ({ body }: Exchange) => (Object(body) as { token?: string }).token;

/** The calls of a journey until its failure, in their order, after those of `all` that issued its tokens. */
export function callsUntil({ exchanges, failure }: FailedOutcome, all: Exchange[]): Exchange[] {
  const failed = failure.exchange;
  const own = exchanges.includes(failed) ? exchanges.filter(({ start }) => start < failed.end) : [failed];
  const tokens = new Set<unknown>(own.flatMap(({ sent }) => sent.token ?? []));
  for (const exchange of own) tokens.delete(tokenIn(exchange));
  const issuing = all.filter((exchange) => isSuccess(exchange) && tokens.has(tokenIn(exchange)));
  return [...issuing, ...own].sort((one, two) => one.start - two.start);
}

/** Calls in one group ran at the same time. */
export function groupSimultaneous(calls: Exchange[]): Exchange[][] {
  const groups: Exchange[][] = [];
  for (const exchange of calls) {
    const group = groups.at(-1);
    if (group?.some(({ end }) => exchange.start < end)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Numbers the tokens by their first use. */
function numberTokens(groups: Exchange[][]) {
  const tokens = [...new Set(groups.flat().flatMap(({ sent }) => sent.token ?? []))];
  return (token: string | undefined) => (token === undefined ? 0 : tokens.indexOf(token) + 1);
}

/** The calls before a failure: with which token, and what ran at the same time. */
export function describeEarlier(failed: Exchange, calls: Exchange[], api: string): string[] {
  const groups = groupSimultaneous(calls);
  const numberOf = numberTokens(groups);
  return groups
    .flatMap((group) =>
      group.map((exchange) => {
        const number = numberOf(exchange.sent.token);
        const who = number ? `with TOKEN_${number}: ` : '';
        const meets = group.length > 1 ? ' (at the same time)' : '';
        return exchange === failed ? '' : `${who}${describeCall(exchange, api)}${meets}`;
      }),
    )
    .filter(Boolean);
}

const fileOf = (number: number) => `"$TOKENS"/${number}`;
const PRINT_TOKEN = `| sed -n 's/.*"token" *: *"\\([^"]*\\)".*/\\1/p'`;

type Setting = {
  api: string;
  origin: string | undefined;
  headers: Record<string, string>;
  userPrefix: string;
};

/**
 * Commands for a shell that repeat a failure: sign up, keep the tokens, make the calls that change something, and then the one
 * that failed. The emails are new ones, because the run has used its own.
 */
export function toScript(failed: Exchange, calls: Exchange[], setting: Setting): string[] {
  const { api, origin, userPrefix } = setting;
  const groups = groupSimultaneous(calls)
    .map((group) => group.filter((exchange) => exchange === failed || exchange.operation.method !== 'GET'))
    .filter(({ length }) => length);
  const numberOf = numberTokens(groups);
  const issuedBy = (exchange: Exchange) => numberOf(tokenIn(exchange));
  const issued = groups.flat().filter(isSuccess).map(issuedBy);
  const withNewEmails = (text: string) =>
    text.replace(new RegExp(userPrefix, 'gi'), (prefix) => prefix + (/[a-z]/.test(prefix) ? 'try-' : 'TRY-'));

  function authorization({ token, forgery }: Sent): string {
    if (forgery)
      return `"Authorization: Bearer $(echo "$TOKEN_${numberOf(forgery.from)}" | sed '${forgery.sed}')"`;
    const number = numberOf(token);
    return issued.includes(number)
      ? `"Authorization: Bearer $TOKEN_${number}"`
      : quote(`Authorization: Bearer ${token}`);
  }

  function toCurl(exchange: Exchange, flags: string) {
    const { operation, sent, url } = exchange;
    const configured = Object.keys(setting.headers).map(
      (name) => `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`,
    );
    const headers = Object.entries({ ...(origin && { origin }), ...sent.headers });
    const text = textOf(sent);
    return [
      `curl ${flags} -X ${operation.method} "$API"${quote(withNewEmails(url.slice(api.length)))}`,
      ...configured,
      ...headers.map((header) => `-H ${quote(withNewEmails(header.join(': ')))}`),
      ...(sent.token === undefined ? [] : [`-H ${authorization(sent)}`]),
      ...(text === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(withNewEmails(text))}`]),
    ].join(' ');
  }

  const lines = groups.flatMap((group) => {
    const isTogether = group.length > 1;
    const commands = group.map((exchange) => {
      if (exchange === failed) return toCurl(exchange, '-i');
      const number = isSuccess(exchange) ? issuedBy(exchange) : 0;
      if (!number) return toCurl(exchange, `-s -o /dev/null -w '%{http_code}\\n'`);
      const printToken = `${toCurl(exchange, '-s')} ${PRINT_TOKEN}`;
      return isTogether ? `${printToken} > ${fileOf(number)}` : `TOKEN_${number}=$(${printToken})`;
    });
    if (!isTogether) return commands;
    // A command in the background cannot set a variable.
    const numbers = group.filter(isSuccess).map(issuedBy).filter(Boolean);
    const reads = numbers.map((number) => `TOKEN_${number}=$(cat ${fileOf(number)})`);
    return [...commands.map((command) => `${command} &`), 'wait', ...reads];
  });
  const usesFiles = lines.some((line) => line.includes('"$TOKENS"'));
  return [`API=${quote(api)}`, ...(usesFiles ? ['TOKENS=$(mktemp -d)'] : []), ...lines];
}
