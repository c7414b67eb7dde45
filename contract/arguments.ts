import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Flags as parseArgs takes them, with what --help says: what they take, and what they are for. */
type Flags = Record<
  string,
  NonNullable<ParseArgsConfig['options']>[string] & { takes?: string; help: string }
>;

/** What was typed cannot be taken. The message is one line that says what can. */
export class BadInput extends Error {}

/** The values of flags, and at most so many words beside them. Throws BadInput for whatever else is there. */
export function readArguments<const Known extends Flags>(args: string[], options: Known, most = 0) {
  const config = { args, options, allowPositionals: true, tokens: true, strict: true } as const;
  const parsed = parse<typeof config>(config);
  const { positionals, tokens } = parsed;
  const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const twice = names.find((name, at) => names.indexOf(name) < at && !options[name]?.multiple);
  const empty = tokens.find((token) => token.kind === 'option' && token.value === '');
  if (empty?.kind === 'option') throw new BadInput(`${empty.rawName} needs a value.`);
  if (twice) throw new BadInput(`--${twice} is given twice: give it once.`);
  if (positionals.length > most) throw new BadInput(`"${positionals[most]}" is one argument too many.`);
  return parsed;
}

/** parseArgs with its complaints in a line. */
function parse<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const [, name = ''] = /'(?:-\w, )?(--?[\w-]+)/.exec(message) ?? [];
    const all = Object.keys(config.options ?? {}).map((it) => `--${it}`);
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new BadInput(`There is no ${name} here, only: ${all.join(', ')}.`);
    const isSwitch = config.options?.[name.slice(2)]?.type === 'boolean';
    throw new BadInput(`${name} ${isSwitch ? 'takes no value' : 'needs a value'}.`);
  }
}

/** The flags as --help shows them. */
export const describeFlags = (flags: Flags): string =>
  Object.entries(flags)
    .map(([name, { takes = '', help }]) => `    ${`--${name} ${takes}`.padEnd(32)} ${help}`)
    .join('\n');

/** A number that is at least `least`. */
export function readNumber(name: string, text: string | undefined, least: number, isWhole = false) {
  if (text === undefined) return undefined;
  const number = Number(text.trim() || 'none');
  if (number >= least && number <= Number.MAX_SAFE_INTEGER && (!isWhole || Number.isInteger(number)))
    return number;
  throw new BadInput(`--${name} is "${text}"; give a ${isWhole ? 'whole ' : ''}number, ${least} or more.`);
}

/** Accounts as in EMAIL:PASSWORD. What is wrong with one is said without showing it. */
export function readAccounts(texts: string[]): { email: string; password: string }[] {
  const accounts = texts.map((text) => {
    const [, email = '', password = ''] = /^([^:]+@[^:]+):(.+)$/.exec(text) ?? [];
    if (!email) throw new BadInput('--account needs an email and a password, as in ada@example.com:secret.');
    return { email, password };
  });
  const emails = new Set(accounts.map(({ email }) => email.toLowerCase()));
  if (emails.size < accounts.length) throw new BadInput('An account is given twice: give each once.');
  if (accounts.length > 3) throw new BadInput(`There are ${accounts.length} accounts: give three at most.`);
  return accounts;
}

/** A header as in NAME: VALUE. */
export function readHeader(text: string): [name: string, value: string] {
  const [, name = '', value] = /^([\w!#$%&'*+.^`|~-]+): *([\x20-\x7e]+)$/.exec(text) ?? [];
  if (value && !/^(authorization|connection|content-.*|host|origin)$/i.test(name)) return [name, value];
  const mend = 'a name, a colon and a value, and no header of a call itself, as in "X-Team: shop"';
  throw new BadInput(`--header needs ${mend}.`);
}

/** A text as it is, where it fits. */
export function readFitting(
  name: string,
  text: string | undefined,
  fits: (text: string) => boolean,
  mend: string,
) {
  if (text === undefined || fits(text)) return text;
  throw new BadInput(`--${name} is "${text}"; give ${mend}.`);
}
