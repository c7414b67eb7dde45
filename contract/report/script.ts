import { type Exchange, nameOf, type Sent, textOf } from '../judge/exchange.ts';
import { groupSimultaneous, numberTokens } from './calls.ts';
import { extraFields, findVariables, READERS } from './variables.ts';

type Setting = {
  api: string;
  origin: string | undefined;
  headers: Record<string, string>;
  /** In milliseconds. */
  timeout: number;
  userPrefix: string;
};

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Commands for a POSIX shell that repeat a failure, each time with new test users: the calls that change something, those that
 * are like the one that failed, and that one. Tokens, ids and cookies come from the responses to these calls.
 */
export function toScript(failed: Exchange, calls: Exchange[], setting: Setting): string[] {
  const kept = calls.filter(({ operation, url }) => operation.method !== 'GET' || url === failed.url);
  const variables = findVariables(kept, numberTokens(calls));
  const toArguments = makeWriter([...variables.values()].flat(), setting);
  const fileOf = (exchange: Exchange) => `"$DIR"/${kept.indexOf(exchange) + 1}`;

  /** Prints the whole response of a call like the one that failed, and the status of any other. */
  function toCommand(exchange: Exchange): string {
    const file = variables.get(exchange)?.length ? fileOf(exchange) : undefined;
    const isShown = nameOf(exchange.operation) === nameOf(failed.operation);
    const flags = isShown ? `-sS -i -w '\\n'` : file ? '-s -i' : `-s -o /dev/null -w '%{http_code}\\n'`;
    const output = file ? [isShown ? `| tee ${file}` : `>${file}`] : [];
    return [flags, ...toArguments(exchange), ...output].join(' ');
  }

  const lines: string[] = [];
  let lastEnd = Infinity;
  for (const group of groupSimultaneous(kept)) {
    const [first] = group as [Exchange];
    const commands = group.map(toCommand);
    const pause = Math.floor((first.start - lastEnd) / 1000);
    if (pause > 0) lines.push(`sleep ${pause}`);
    if (group.length > 1) lines.push(...commands.map((command) => `curl ${command} &`), 'wait');
    // Curl keeps a connection within one command.
    else if (first.isReused && lines.length) lines.push(`${lines.pop()} --next ${commands[0]}`);
    else lines.push(`curl ${commands[0]}`);
    for (const exchange of group)
      for (const { name, read } of variables.get(exchange) ?? [])
        lines.push(`${name}=$(cat ${fileOf(exchange)} | ${read})`);
    lastEnd = Math.max(...group.map(({ end }) => end));
  }
  const needed = Object.entries({
    '"$RUN"': 'RUN=$(date +%s)$$',
    '"$DIR"': 'DIR=$(mktemp -d)',
    'field ': READERS.field,
    'header ': READERS.header,
  });
  const isUsed = (text: string) => lines.some((line) => line.includes(text));
  return [
    `API=${quote(setting.api)}`,
    ...needed.flatMap(([text, line]) => (isUsed(text) ? line : [])),
    ...lines,
  ];
}

/** Writes the arguments of curl for a call. */
function makeWriter(
  variables: { name: string; value: string }[],
  { api, origin, headers, timeout, userPrefix }: Setting,
) {
  const nameFor = (value: unknown) => variables.find((variable) => variable.value === `${value}`)?.name;
  /** Stands for a variable in a text that is not quoted yet. */
  const markFor = (value: unknown) => {
    const name = nameFor(value);
    return name && `⟨${typeof value === 'number' ? '#' : ''}${name}⟩`;
  };
  const runId = new RegExp(`${userPrefix.split('-').at(-2)}-`, 'gi');
  /** Quotes a text. Emails become new ones, marks become variables, and a number in JSON loses its quotes. */
  const write = (text: string) =>
    quote(text)
      .replace(/"⟨#(\w+)⟩"|⟨(\w+)⟩/g, (_, number, other) => `'"$${number ?? other}"'`)
      .replace(runId, `$&'"$RUN"'-`);
  // The user sets these, because no report shows them.
  const secret = Object.keys(headers).map(
    (name) => `-H "${name}: \${${name.toUpperCase().replaceAll('-', '_')}:?}"`,
  );

  function authorization({ token, forgery }: Sent): string {
    const name = nameFor(forgery?.from ?? token);
    if (!name) return quote(`Authorization: Bearer ${token}`);
    return `"Authorization: Bearer ${forgery ? `$(echo "$${name}" | sed '${forgery.sed}')` : `$${name}`}"`;
  }

  function writeBody(exchange: Exchange): string[] {
    const { sent } = exchange;
    const extra = new Set(extraFields(exchange).map(([name]) => name));
    const body =
      sent.body &&
      JSON.parse(JSON.stringify(sent.body), (name, value) => (extra.has(name) && markFor(value)) || value);
    const text = textOf({ ...sent, body });
    return text === undefined ? [] : [`-H 'Content-Type: application/json' -d ${write(text)}`];
  }

  return (exchange: Exchange): string[] => {
    const { operation, sent, url, hops, isTimeout } = exchange;
    const path = url
      .slice(api.length)
      .replace(/(?<==)[^&]*/g, (text) => markFor(decodeURIComponent(text)) ?? text);
    return [
      ...(isTimeout ? [`-m ${timeout / 1000}`] : []),
      // Without -X, curl follows redirects as browsers do.
      `${hops.length ? '-L' : `-X ${operation.method}`} "$API"${write(path)}`,
      ...secret,
      ...Object.entries({ ...(origin && { origin }), ...sent.headers }).map(
        ([name, value]) => `-H ${write(`${name}: ${markFor(value) ?? value}`)}`,
      ),
      ...(sent.token === undefined ? [] : [`-H ${authorization(sent)}`]),
      ...writeBody(exchange),
    ];
  };
}
