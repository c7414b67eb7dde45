import { journeys } from '../journeys/all.ts';
import { contractVersion, kitVersion } from '../judge/files.ts';
import { check, type Io } from './check.ts';
import { BadInput, checkFlags, describeFlags, readArguments } from './flags.ts';

const HELP = `Checks whether a backend fits the store's contract, openapi.yaml.

Usage:
  our-store-contract check URL [flags]    check the API at URL, such as http://localhost:4000/api
  our-store-contract journeys             list the journeys, which are the tests of a check
  our-store-contract --version            show the versions of this package and of the contract

Flags of check:
${describeFlags(checkFlags)}

Example: our-store-contract check https://test.example.com/api --level unsafe --junit contract.xml

Exit code: 0 if the backend fits the contract, 1 if it does not, 2 if it could not be judged.
Documentation: node_modules/our-store-contract/README.md
`;

export async function main(argv: string[], io: Io = process): Promise<number> {
  const [command, ...args] = argv;
  const isHelp = argv.includes('--help') || argv.includes('-h');
  try {
    if (command === 'check' && !isHelp) return await check(args, io);
    io.stdout.write(isHelp ? HELP : answer(command, args));
    return 0;
  } catch (error) {
    io.stderr.write(`${error instanceof BadInput ? error.message : (error as Error).stack}\n`);
    return 2;
  }
}

function answer(command: string | undefined, args: string[]): string {
  if (command === undefined) throw new BadInput(HELP.trimEnd());
  if (command === '--version') return `${kitVersion()} (contract ${contractVersion})\n`;
  if (command !== 'journeys') throw new BadInput(`Unknown command "${command}". See --help.`);
  readArguments(args, {});
  const width = Math.max(...journeys.map(({ id }) => id.length));
  return journeys.map(({ id, level, title }) => `${id.padEnd(width)}  ${level}  ${title}\n`).join('');
}
