import { parseArgs } from 'node:util';

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

/** The flags as --help shows them. */
export const describeFlags = (flags: Flags): string =>
  Object.entries(flags)
    .map(([name, { takes = '', help }]) => `  ${`--${name} ${takes}`.padEnd(26)}  ${help}`)
    .join('\n');
