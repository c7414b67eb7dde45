import { journeys } from '../journeys/all.ts';
import { type Level, levelNames } from '../judge/level.ts';
import { BadInput, readArguments } from './arguments.ts';

const text = (takes: string, help: string) => ({ type: 'string', takes, help }) as const;
const texts = (takes: string, help: string) => ({ ...text(takes, help), multiple: true }) as const;

export const checkFlags = {
  only: texts('ID,ID', 'run only these journeys'),
  skip: texts('ID,ID', 'leave these journeys out'),
  level: text('LEVEL', 'the least harmful level that fails the run: breaks, unsafe or strict (default)'),
  json: text('FILE', 'write the report as JSON; - prints it instead of the text'),
  junit: text('FILE', 'write a JUnit report'),
  baseline: text('FILE', 'a file of known failures; each is tolerated until its date'),
  'update-baseline': { type: 'boolean', help: 'write the failures of this run to the baseline' },
  account: texts(
    'EMAIL:PASSWORD',
    'use an existing account; up to three times, or one per line in $CONTRACT_ACCOUNTS',
  ),
  signup: text('COMMAND', 'a command that signs up $NAME, $EMAIL and $PASSWORD, and prints a token'),
  'email-domain': text('DOMAIN', 'the domain of test emails (default: example.com)'),
  header: texts("'NAME: VALUE'", 'a header for every call; its value is never shown; may be repeated'),
  origin: text('ORIGIN', "the store's origin if it differs from the API's: checks CORS"),
  rate: text('NUMBER', 'maximum number of calls per second'),
  timeout: text('SECONDS', 'response timeout (default: 10); responses slower than half of it are reported'),
} as const;

export type CheckOptions = ReturnType<typeof readCheckOptions>;

/** The options of `check`. Throws BadInput if one cannot be used. */
export function readCheckOptions(args: string[], env: NodeJS.ProcessEnv) {
  const { positionals, values } = readArguments(args, checkFlags, 1);
  const { baseline, json, junit, signup: command, only, skip } = values;
  const address = readUrl('The address of the API', positionals[0], 'http://localhost:3000/api');
  const storeOrigin = values.origin && readUrl('--origin', values.origin, 'https://store.example').origin;
  const origin = storeOrigin === address.origin ? undefined : storeOrigin;
  const isUpdate = values['update-baseline'] ?? false;
  if (isUpdate && !baseline) throw new BadInput('--update-baseline needs --baseline FILE.');
  const accounts = readAccounts(values.account ?? env.CONTRACT_ACCOUNTS?.split(/\r?\n/).filter(Boolean));
  if (accounts && command) throw new BadInput('Use either --account or --signup, not both.');
  const emailDomain = values['email-domain'];
  if (emailDomain !== undefined && !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(emailDomain))
    reject('--email-domain', 'a domain, such as test.example.com');
  const all = journeys.filter(({ id }) => origin || !id.endsWith(' across origins'));
  return {
    api: `${address.origin}${address.pathname}`.replace(/\/+$/, ''),
    origin,
    baseline,
    isUpdate,
    json,
    junit,
    journeys: chooseJourneys(all, only, skip),
    allJourneys: all.length,
    isPart: only !== undefined || skip !== undefined,
    level: readLevel(values.level),
    entry: { accounts, command, emailDomain },
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    rate: readNumber('rate', values.rate, 0.01),
    timeout: (readNumber('timeout', values.timeout, 0.1) ?? 10) * 1000,
  };
}

function reject(name: string, demand: string): never {
  throw new BadInput(`${name} must be ${demand}.`);
}

function readUrl(name: string, text: string | undefined, example: string): URL {
  if (text !== undefined && /^https?:/.test(text) && URL.canParse(text)) return new URL(text);
  reject(name, `an http or https URL, such as ${example}${text ? `, not "${text}"` : ''}`);
}

function chooseJourneys(all: typeof journeys, only: string[] | undefined, skip: string[] = []) {
  const idsOf = (lists: string[]) => lists.flatMap((list) => list.split(',')).map((id) => id.trim());
  const unwanted = idsOf(skip);
  const wanted = only && idsOf(only);
  const unknown = [...(wanted ?? []), ...unwanted].find((id) => !all.some((journey) => journey.id === id));
  if (unknown !== undefined)
    throw new BadInput(`This run has no journey "${unknown}". List all: our-store-contract journeys`);
  return all.filter(({ id }) => (wanted?.includes(id) ?? true) && !unwanted.includes(id));
}

const readLevel = (name = 'strict'): Level =>
  levelNames.find((level) => level === name) ?? reject('--level', `one of ${levelNames.join(', ')}`);

function readNumber(flag: string, value: string | undefined, min: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (number >= min && number <= Number.MAX_SAFE_INTEGER) return number;
  reject(`--${flag}`, `a number of at least ${min}`);
}

/** Accounts as in EMAIL:PASSWORD. Errors do not show them. */
function readAccounts(lines: string[] = []): { email: string; password: string }[] | undefined {
  const accounts = lines.map((line) => {
    const [, email, password = ''] = /^([^:]+@[^:]+):(.+)$/.exec(line) ?? [];
    return email
      ? { email, password }
      : reject('--account', 'EMAIL:PASSWORD, such as ada@example.com:secret');
  });
  const emails = new Set(accounts.map(({ email }) => email.toLowerCase()));
  if (emails.size < accounts.length) throw new BadInput('--account gives the same email twice.');
  return accounts.length ? accounts : undefined;
}

function readHeader(line: string): [name: string, value: string] {
  const [, name = '', value] = /^([\w!#$%&'*+.^`|~-]+): *([\x20-\x7e]+)$/.exec(line) ?? [];
  if (value && !/^(authorization|connection|content-.*|host|origin)$/i.test(name)) return [name, value];
  reject('--header', 'a name and a value, such as "X-Team: shop", but no header that the check itself sends');
}
