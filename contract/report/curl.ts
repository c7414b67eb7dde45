import { type Exchange, isSuccess } from '../judge/exchange.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a curl command. A token of the backend is $TOKEN. */
export function toCurl(
  { operation, sent, url }: Exchange,
  history: Exchange[],
  origin: string | undefined,
): string {
  const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  const issued = history
    .filter(isSuccess)
    .map((exchange) => (exchange.body as { token?: unknown } | null)?.token);
  const bearer = token !== undefined && issued.includes(token) ? '"Authorization: Bearer $TOKEN"' : undefined;
  return [
    `curl -i -X ${operation.method} ${quote(url)}`,
    ...Object.entries({ ...(origin && { origin }), ...sent.headers }).map(
      (pair) => `-H ${quote(pair.join(': '))}`,
    ),
    ...(token === undefined ? [] : [`-H ${bearer ?? quote(`Authorization: Bearer ${token}`)}`]),
    ...(text === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(text)}`]),
  ].join(' ');
}
