import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkBackend } from '../check.ts';
import { readContractFile, readOperations } from '../contractFile.ts';
import { explore } from '../deep.ts';
import { journeys, simplest } from '../journeys/all.ts';
import { refused } from '../journeys/refusals.ts';
import { readVersion } from '../readContract.ts';
import { makeReport, toText } from '../report.ts';
import type { Run } from '../run.ts';
import { asTheyAreTests } from './asTheyAre.ts';
import { cliTests, type Test } from './cli.ts';
import { diffTests } from './diff.ts';
import { faults, freedoms } from './faults.ts';
import { makeGoodBackend } from './goodBackend.ts';
import { inputTests } from './input.ts';
import { machineTests } from './machines.ts';
import { pathTests } from './paths.ts';
import { overHttp, type Served, serve } from './serve.ts';
import { unjudgedTests, verdictTests } from './unjudged.ts';

const contract = readContractFile();

async function runOn(served: Promise<Served>, only?: string[]): Promise<Run> {
  const { api, close } = await served;
  try {
    return await checkBackend(api, { only });
  } finally {
    close();
  }
}

const failed = ({ verdicts }: Run) =>
  verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id);

const passing = (name: string, handle: Parameters<typeof serve>[0]): Test => ({
  name: `${name}: passes`,
  async run() {
    const run = await runOn(serve(handle));
    const report = makeReport(run, 'strict', { contract: '1.2.3', api: name });
    return report.code ? toText(report) : undefined;
  },
});

/** Journeys that show answers of every operation. */
const withAllAnswers = [...Object.values(simplest), 'twoItems'];

/** The backend with the fault fails, at what is there to find it, and the report says why. */
const failing = ({ name, foundBy, says, likely = '', spoil }: (typeof faults)[number]): Test => ({
  name: `${name}: found by ${foundBy}`,
  async run() {
    const only = foundBy.endsWith(' answers') ? withAllAnswers : [foundBy];
    const run = await runOn(serve(overHttp(spoil(makeGoodBackend().backend))), only);
    const { failure } = run.verdicts.find(({ id }) => id === foundBy) ?? {};
    if (!failure) return `${foundBy} did not fail, but: ${failed(run).join(', ') || 'nothing'}`;
    if (!failure.reason?.includes(likely) && likely)
      return `The reason is not "${likely}" but: ${failure.reason}`;
    return failure.got.includes(says) ? undefined : `The report does not say "${says}" but: ${failure.got}`;
  },
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const ids = journeys.map(({ id }) => id);
const differing = (wanted: string[], found: string[]) =>
  wanted.filter((it) => !found.includes(it)).join(', ') || undefined;

/** The operations that have a journey with such an end of its id. */
const refusing = (end: string) =>
  Object.entries(refused).flatMap(([id, own]) => (Object.keys(own).some((it) => it.endsWith(end)) ? id : []));

const readText = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const fileTests: Test[] = [
  {
    name: 'Every sentence that a journey quotes is in openapi.yaml',
    run: () =>
      journeys
        .map((it) => it.contract)
        .filter((it) => !oneLine(contract).includes(it))
        .join('\n') || undefined,
  },
  {
    name: 'Every operation has a journey that shows it at its simplest',
    run: () =>
      differing(
        readOperations().map(({ id }) => simplest[id] ?? id),
        ids,
      ),
  },
  {
    name: 'Every operation that needs a token is tried without one',
    run: () =>
      differing(
        readOperations().flatMap(({ id, isSecured }) => (isSecured ? id : [])),
        refusing('WithoutToken'),
      ),
  },
  {
    name: 'Every operation that takes a body is tried with one that is none',
    run: () =>
      differing(
        readOperations().flatMap(({ id, hasBody }) => (hasBody ? id : [])),
        refusing('WithoutJson'),
      ),
  },
  {
    name: 'Every journey, and the answers of every operation, find a fault',
    run: () =>
      differing(
        [...ids, ...readOperations().map(({ id }) => `${id} answers`)],
        faults.map(({ foundBy }) => foundBy),
      ),
  },
  {
    name: 'The package has the version of the contract',
    run: () => differing([readVersion(contract)], [JSON.parse(readText('contract/package.json')).version]),
  },
  {
    name: 'docs/api-faults.md has the table of faults',
    run() {
      const table = faults.map(({ name, foundBy }) => `| ${name} | ${foundBy} |`).join('\n');
      return oneLine(readText('docs/api-faults.md')).includes(oneLine(table))
        ? undefined
        : `Put this there:\n${table}`;
    },
  },
];

/** What journeys show that are about carts and sessions: random sequences have to come upon it too. */
const inSequences = new Set([
  ...[
    'wrongPassword',
    'passwordInFull',
    'secondDevice',
    'othersEnter',
    'sameCartAfterLogin',
    'tokenWorksAgain',
  ],
  ...['addTwice', 'twoItems', 'add', 'addDefaultQuantity', 'remove', 'removeThenAdd', 'removeWhatIsNotThere'],
  ...['secondShopper', 'removeIsOwn', 'twoDevices', 'unknownItem', 'addFraction', 'addNegative'],
]);
const deepFaults = faults.filter(({ foundBy }) => inSequences.has(foundBy));

const deepTests: Test[] = [
  ...deepFaults.map(
    ({ name, spoil }): Test => ({
      name: `${name}: found by random sequences`,
      async run() {
        const { api, close } = await serve(overHttp(spoil(makeGoodBackend().backend)));
        const { fault, runs } = await explore(api, { seed: 1, shrink: false });
        close();
        return fault ? undefined : `Nothing in ${runs} runs.`;
      },
    }),
  ),
  {
    name: 'Random sequences have 25 faults or more to find',
    run: () => (deepFaults.length < 25 ? `${deepFaults.length}` : undefined),
  },
  {
    // DEEP_RUNS=1100 makes more than 10,000 calls.
    name: 'The good backend survives random sequences',
    async run() {
      const { api, close } = await serve(overHttp(makeGoodBackend().backend));
      const runs = Number(process.env.DEEP_RUNS ?? 100);
      const { fault, ...done } = await explore(api, { runs });
      close();
      console.log(`  ${JSON.stringify(done)}`);
      return fault || done.runs < runs ? `${fault?.unmet.message}` : undefined;
    },
  },
];

const tests = [
  ...diffTests,
  ...pathTests,
  ...inputTests,
  ...machineTests,
  ...deepTests,
  ...fileTests,
  passing('The good backend', overHttp(makeGoodBackend().backend)),
  ...freedoms.map(({ name, spoil }) => passing(name, overHttp(spoil(makeGoodBackend().backend)))),
  ...asTheyAreTests,
  ...unjudgedTests,
  ...verdictTests,
  ...cliTests,
  ...faults.map(failing),
];

// What the kit adds to its report there is a row of its own.
delete process.env.GITHUB_ACTIONS;

/** `npm run test:contract [-- part of a name]` */
const [, , part = ''] = process.argv;
const todo = tests.filter(({ name }) => name.includes(part));
const count = { passed: 0, failed: 0 };

async function work() {
  for (let test = todo.shift(); test; test = todo.shift()) {
    const problem = await (async () => test.run())().catch((error: Error) => error.stack);
    console.log(`${problem ? '✗' : '✓'} ${test.name}${problem ? `\n${problem}` : ''}`);
    count[problem ? 'failed' : 'passed']++;
  }
}
// Two at a time: one goes on while the other waits for a process or a limit.
await Promise.all([work(), work()]);
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/contract.json', JSON.stringify(count));
console.log(`${count.passed} passed, ${count.failed} failed`);
// A row that threw has left its server open.
process.exit(count.failed ? 1 : 0);
