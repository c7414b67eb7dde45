import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Flags as parseArgs takes them. `takes` names the value, and `help` describes the flag. */
type Flags = Record<
  string,
  NonNullable<ParseArgsConfig['options']>[string] & { takes?: string; help: string }
>;

/** An argument cannot be used. The message is one line that says what can. */
export class BadInput extends Error {}

/** The values of flags, and at most `maxWords` other words. Throws BadInput for anything else. */
export function readArguments<const Known extends Flags>(args: string[], options: Known, maxWords = 0) {
  const config = { args, options, allowPositionals: true, tokens: true, strict: true } as const;
  const parsed = parse<typeof config>(config);
  const { positionals, tokens } = parsed;
  const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const twice = names.find((name, i) => names.indexOf(name) < i && !options[name]?.multiple);
  const empty = tokens.find((token) => token.kind === 'option' && token.value === '');
  if (empty?.kind === 'option') throw new BadInput(`${empty.rawName} needs a value.`);
  if (twice) throw new BadInput(`--${twice} is given twice: give it once.`);
  if (positionals.length > maxWords)
    throw new BadInput(`"${positionals[maxWords]}" is one argument too many.`);
  return parsed;
}

/** parseArgs with errors of one line. */
function parse<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const [, name = ''] = /'(?:-\w, )?(--?[\w-]+)/.exec(message) ?? [];
    const all = Object.keys(config.options ?? {}).map((option) => `--${option}`);
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
      throw new BadInput(`There is no ${name} here, only: ${all.join(', ')}.`);
    const isBoolean = config.options?.[name.slice(2)]?.type === 'boolean';
    throw new BadInput(`${name} ${isBoolean ? 'takes no value' : 'needs a value'}.`);
  }
}

/** The flags as --help shows them. */
export const describeFlags = (flags: Flags): string =>
  Object.entries(flags)
    .map(([name, { takes = '', help }]) => `    ${`--${name} ${takes}`.padEnd(32)} ${help}`)
    .join('\n');
