import { journeys } from '../journeys/all.ts';
import { type Level, levelNames } from '../judge/level.ts';
import { BadInput, readArguments } from './arguments.ts';

const text = (takes: string, help: string) => ({ type: 'string', takes, help }) as const;
const texts = (takes: string, help: string) => ({ ...text(takes, help), multiple: true }) as const;

export const checkFlags = {
  only: text('ID,ID', 'run these journeys only'),
  skip: text('ID,ID', 'leave these journeys out'),
  level: text('LEVEL', 'failures of this level and worse fail the run: breaks, unsafe or strict (default)'),
  json: text('FILE', 'write the report as JSON; - prints it in place of the text'),
  junit: text('FILE', 'write a JUnit report'),
  baseline: text('FILE', 'known failures, which do not fail the run until the day that the file names'),
  'update-baseline': { type: 'boolean', help: 'write the failures of this run into --baseline' },
  account: texts('EMAIL:PASSWORD', 'an existing account, up to three; or a line each in $CONTRACT_ACCOUNTS'),
  signup: text('COMMAND', 'signs up $NAME, $EMAIL, $PASSWORD and prints a token'),
  'email-domain': text('DOMAIN', "domain of the test users' emails; default: example.com"),
  header: texts("'NAME: VALUE'", 'sent with each call and never shown; may be repeated'),
  origin: text('ORIGIN', "the store's origin, if it is not the API's: checks CORS"),
  rate: text('NUMBER', 'at most so many calls per second'),
  timeout: text('SECONDS', 'how long a response may take, default: 10; more than half of it counts as slow'),
} as const;

export type CheckOptions = ReturnType<typeof readCheckOptions>;

/** The options of `check`. Throws BadInput if one cannot be used. */
export function readCheckOptions(args: string[], env: NodeJS.ProcessEnv) {
  const { positionals, values } = readArguments(args, checkFlags, 1);
  const api = readAddress(positionals[0]);
  const { baseline, signup } = values;
  const isUpdate = values['update-baseline'] ?? false;
  if (isUpdate && !baseline) throw new BadInput('--update-baseline belongs to --baseline: give both.');
  const lines = values.account ?? env.CONTRACT_ACCOUNTS?.split(/\r?\n/).filter(Boolean);
  const accounts = lines?.length ? readAccounts(lines) : undefined;
  if (accounts && signup) throw new BadInput('--account or --signup: give one of them.');
  const { origin } = values;
  const isOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).origin === origin);
  if (!isOrigin || origin === new URL(api).origin)
    throw new BadInput(
      `--origin is "${origin}"; give another one than that of the API, scheme and host alone, as in https://store.example.`,
    );
  const emailDomain = values['email-domain'];
  if (emailDomain !== undefined && !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(emailDomain))
    throw new BadInput(`--email-domain is "${emailDomain}"; give one as in test.example.com.`);
  return {
    api,
    origin,
    baseline,
    isUpdate,
    json: values.json,
    junit: values.junit,
    journeys: chooseJourneys(values.only, values.skip, origin !== undefined),
    allJourneys: journeys.filter(({ id }) => origin || !id.endsWith(' across origins')).length,
    isPart: values.only !== undefined || values.skip !== undefined,
    level: readLevel(values.level),
    entry: { accounts, command: signup, emailDomain },
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    rate: readNumber('rate', values.rate, 0.01),
    timeout: (readNumber('timeout', values.timeout, 0.1) ?? 10) * 1000,
  };
}

/** The API's address without a slash at its end. */
function readAddress(address: string | undefined): string {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/+$/, '');
  const problem = address ? `"${address}" is not the address of an API` : 'No address given';
  throw new BadInput(`${problem}. Give one as in http://localhost:3000/api`);
}

function chooseJourneys(only: string | undefined, skip: string | undefined, hasOrigin: boolean) {
  const idsOf = (list: string | undefined) => list?.split(',').map((id) => id.trim());
  const [wanted, unwanted = []] = [idsOf(only), idsOf(skip)];
  for (const id of [...(wanted ?? []), ...unwanted])
    if (!journeys.some((journey) => journey.id === id))
      throw new BadInput(`There is no journey "${id}"; the command "journeys" lists all.`);
  const isWanted = (id: string) => wanted?.includes(id) ?? (hasOrigin || !id.endsWith(' across origins'));
  return journeys.filter(({ id }) => isWanted(id) && !unwanted.includes(id));
}

function readLevel(name = 'strict'): Level {
  const level = levelNames.find((candidate) => candidate === name);
  if (level) return level;
  throw new BadInput(`There is no level "${name}", only: ${levelNames.join(', ')}.`);
}

function readNumber(flag: string, value: string | undefined, min: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value.trim() || 'none');
  if (number >= min && number <= Number.MAX_SAFE_INTEGER) return number;
  throw new BadInput(`--${flag} is "${value}"; give a number, ${min} or more.`);
}

/** Accounts as in EMAIL:PASSWORD. Errors do not show them. */
function readAccounts(lines: string[]): { email: string; password: string }[] {
  const accounts = lines.map((line) => {
    const [, email = '', password = ''] = /^([^:]+@[^:]+):(.+)$/.exec(line) ?? [];
    if (email) return { email, password };
    throw new BadInput('--account needs an email and a password, as in ada@example.com:secret.');
  });
  const emails = new Set(accounts.map(({ email }) => email.toLowerCase()));
  if (emails.size < accounts.length) throw new BadInput('An account is given twice: give each once.');
  if (accounts.length > 3) throw new BadInput(`There are ${accounts.length} accounts: give three at most.`);
  return accounts;
}

function readHeader(line: string): [name: string, value: string] {
  const [, name = '', value] = /^([\w!#$%&'*+.^`|~-]+): *([\x20-\x7e]+)$/.exec(line) ?? [];
  if (value && !/^(authorization|connection|content-.*|host|origin)$/i.test(name)) return [name, value];
  throw new BadInput(
    '--header needs a name, a colon and a value, and may not be a header of the calls themselves, as in "X-Team: shop".',
  );
}
