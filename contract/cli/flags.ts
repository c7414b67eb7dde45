import { parseArgs } from 'node:util';
import { journeys } from '../journeys/all.ts';
import { levelNames } from '../judge/level.ts';

/** Flags as parseArgs takes them. `takes` names the value, and `help` describes the flag. */
type Flags = Record<string, { type: 'string' | 'boolean'; multiple?: boolean; takes?: string; help: string }>;

/** The command line or a file that it names cannot be used. The message is one line that says why. */
export class BadInput extends Error {}

/** The flags, and at most `maxWords` other arguments. Throws BadInput for anything else. */
export function readArguments<const Known extends Flags>(args: string[], options: Known, maxWords = 0) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const unexpected = parsed.positionals[maxWords];
    if (unexpected !== undefined) throw new Error(`Unexpected argument '${unexpected}'`);
    return parsed;
  } catch (error) {
    // Only the first sentence of parseArgs says what is wrong.
    const [sentence] = (error as Error).message.split(/\.?\n|\. /);
    throw new BadInput(`${sentence}. See --help.`);
  }
}

export const describeFlags = (flags: Flags): string =>
  Object.entries(flags)
    .map(([name, { takes = '', help }]) => `  ${`--${name} ${takes}`.padEnd(26)}  ${help}`)
    .join('\n');

/** In milliseconds. */
export const DEFAULT_TIMEOUT = 5000;

const text = (takes: string, help: string) => ({ type: 'string', takes, help }) as const;
const texts = (takes: string, help: string) => ({ ...text(takes, help), multiple: true }) as const;

export const checkFlags = {
  only: texts('ID,ID', 'run only these journeys'),
  skip: texts('ID,ID', 'leave these journeys out'),
  level: text('LEVEL', 'failures of this level and worse fail the run: breaks, unsafe or strict (default)'),
  json: text('FILE', 'write a JSON report; - prints it instead of the text'),
  junit: text('FILE', 'write a JUnit report'),
  baseline: text('FILE', 'a file of known failures, which do not fail the run'),
  'update-baseline': { type: 'boolean', help: 'write the failures of this run to the baseline' },
  account: texts('EMAIL:PASSWORD', 'an existing account; up to three (or $CONTRACT_ACCOUNTS, one per line)'),
  'email-domain': text('DOMAIN', 'the domain of test emails (default: example.com)'),
  header: texts("'NAME: VALUE'", 'a header for every call, can be repeated; no report shows the value'),
  origin: text('ORIGIN', "the store's origin if it differs from the API's; checks CORS"),
  timeout: text('SECONDS', 'how long a response may take (default: 5)'),
} as const;

export type CheckOptions = ReturnType<typeof readCheckOptions>;

/** The options of `check`. Throws BadInput if one cannot be used. */
export function readCheckOptions(args: string[], env: NodeJS.ProcessEnv) {
  const { positionals, values } = readArguments(args, checkFlags, 1);
  const { baseline, json, junit, level = 'strict' } = values;
  const address = readUrl('The address of the API', positionals[0], 'http://localhost:3000/api');
  const storeOrigin = values.origin && readUrl('--origin', values.origin, 'https://store.example').origin;
  const origin = storeOrigin === address.origin ? undefined : storeOrigin;
  const isUpdate = values['update-baseline'] ?? false;
  if (isUpdate && !baseline) throw new BadInput('--update-baseline needs --baseline FILE.');
  const accounts = readAccounts(values.account ?? env.CONTRACT_ACCOUNTS?.split(/\r?\n/).filter(Boolean));
  if (!origin && values.only?.includes('crossOrigin'))
    throw new BadInput('The journey crossOrigin needs --origin.');
  const all = journeys.filter(({ id }) => origin || id !== 'crossOrigin');
  return {
    api: `${address.origin}${address.pathname}`.replace(/\/+$/, ''),
    origin,
    baseline,
    isUpdate,
    json,
    junit,
    journeys: chooseJourneys(all, values.only, values.skip),
    allJourneys: all.length,
    level: levelNames.find((name) => name === level) ?? reject('--level', `one of ${levelNames.join(', ')}`),
    accounts,
    emailDomain: values['email-domain'],
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    timeout: values.timeout ? readSeconds('--timeout', values.timeout) * 1000 : DEFAULT_TIMEOUT,
  };
}

function reject(name: string, demand: string): never {
  throw new BadInput(`${name} must be ${demand}.`);
}

function readUrl(name: string, text: string | undefined, example: string): URL {
  if (text !== undefined && /^https?:/i.test(text) && URL.canParse(text)) {
    const url = new URL(text);
    if (!url.username && !url.password) return url;
    throw new BadInput(`${name} cannot have a user: Basic auth needs the header that has the store's token.`);
  }
  reject(name, `an http or https URL, such as ${example}${text ? `, not "${text}"` : ''}`);
}

function chooseJourneys(all: typeof journeys, only: string[] | undefined, skip: string[] | undefined) {
  const allIds = all.map(({ id }) => id);
  const included = only?.join().split(/, */) ?? allIds;
  const excluded = skip?.join().split(/, */) ?? [];
  const unknown = [...included, ...excluded].find((id) => !allIds.includes(id));
  if (unknown !== undefined)
    throw new BadInput(`This run has no journey "${unknown}". To list all: our-store-contract journeys`);
  const chosen = all.filter(({ id }) => included.includes(id) && !excluded.includes(id));
  if (!chosen.length) throw new BadInput('--only and --skip leave no journey to run.');
  return chosen;
}

function readSeconds(name: string, text: string): number {
  const number = Number(text);
  if (number >= 0.1 && number <= 3600) return number;
  reject(name, 'a number from 0.1 to 3600');
}

/** Accounts as in EMAIL:PASSWORD. Errors do not show them. */
function readAccounts(lines: string[] = []): { email: string; password: string }[] | undefined {
  const accounts = lines.map((line) => {
    const [, email, password] = /^([^:]+@[^:]+):(.+)$/.exec(line) ?? [];
    if (email && password) return { email, password };
    return reject('--account', 'EMAIL:PASSWORD, such as ada@example.com:secret');
  });
  const emails = new Set(accounts.map(({ email }) => email.toLowerCase()));
  if (emails.size < accounts.length) throw new BadInput('--account gives the same email twice.');
  return accounts.length ? accounts : undefined;
}

function readHeader(line: string): [name: string, value: string] {
  const [, name = '', value] = /^([\w!#$%&'*+.^`|~-]+): *([\x20-\x7e]+)$/.exec(line) ?? [];
  if (/^(authorization|connection|content-.*|host|origin)$/i.test(name))
    throw new BadInput(`--header cannot set ${name}: the kit sets it.`);
  // In lower case, it replaces a header of the kit, such as user-agent.
  return value
    ? [name.toLowerCase(), value]
    : reject('--header', 'a name and a value, such as "X-Team: shop"');
}
