import { type Exchange, isSuccess } from '../judge/exchange.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a curl command. A token of the backend is $TOKEN. */
export function toCurl({ operation, sent, url }: Exchange, history: Exchange[], origin: string | undefined) {
  const { token, body, text = body === undefined ? undefined : JSON.stringify(body) } = sent;
  const isIssued = history.some((other) => isSuccess(other) && Object(other.body).token === token);
  const headers = Object.entries({ ...(origin && { origin }), ...sent.headers });
  const flags = headers.map((header) => `-H ${quote(header.join(': '))}`);
  if (token !== undefined)
    flags.push(
      isIssued ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quote(`Authorization: Bearer ${token}`)}`,
    );
  if (text !== undefined) flags.push(`-H 'Content-Type: application/json' -d ${quote(text)}`);
  return [`curl -i -X ${operation.method} ${quote(url)}`, ...flags].join(' ');
}
