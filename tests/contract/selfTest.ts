import { readFileSync } from 'node:fs';
import { makeBackend } from '../../mocks/backend';
import { checkBackend, type Verdict } from '../../scripts/contract/check';
import { toText } from '../../scripts/contract/report';
import { faults } from './faults';
import { makeGoodBackend } from './goodBackend';
import { overHttp, type Served, serve } from './serve';

/** Tests the contract check itself: on backends that fit, and on backends with one fault each. */
type Test = { name: string; run(): Promise<string | undefined> };

const contract = readFileSync('openapi.yaml', 'utf8');

async function verdictsOn(served: Promise<Served>, only?: string[]): Promise<Verdict[]> {
  const { api, close } = await served;
  try {
    return await checkBackend(api, only);
  } finally {
    close();
  }
}

/** Which journey shows the answers of an operation. */
const journeyWith: Record<string, string> = {
  'signup answers': 'signup',
  'login answers': 'login',
  'getItems answers': 'items',
  'getCart answers': 'add',
  'addToCart answers': 'add',
  'removeFromCart answers': 'remove',
};

const failed = (verdicts: Verdict[]) =>
  verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ id }) => id);

/** What is wrong about the check of a backend that fits. */
const complain = (verdicts: Verdict[]) => (failed(verdicts).length ? toText(verdicts) : undefined);

const tests: Test[] = [
  {
    name: 'the mock passes',
    run: async () => complain(await verdictsOn(serve(makeBackend({ contract }).handle))),
  },
  {
    name: 'the good backend passes',
    run: async () => complain(await verdictsOn(serve(overHttp(makeGoodBackend().backend)))),
  },
  ...faults.map(
    ({ name, foundBy, says, spoil }): Test => ({
      name: `${name}: found by ${foundBy}`,
      async run() {
        const only = [journeyWith[foundBy] ?? foundBy];
        const verdicts = await verdictsOn(serve(overHttp(spoil(makeGoodBackend().backend))), only);
        const { failure } = verdicts.find(({ id }) => id === foundBy) ?? {};
        if (!failure) return `${foundBy} did not fail, but: ${failed(verdicts).join(', ') || 'nothing'}`;
        if (process.env.SHOW)
          console.log(
            toText(verdicts.filter((it) => it.failure))
              .split('\n\n')
              .slice(1)
              .join('\n\n'),
          );
        return failure.got.includes(says)
          ? undefined
          : `the report does not say "${says}" but: ${failure.got}`;
      },
    }),
  ),
];

const only = process.argv[2];
const todo = tests.filter(({ name }) => !only || name.includes(only));
let passes = 0;
let failures = 0;
// Two at a time: each waits for a process of its own.
async function work() {
  for (let test = todo.shift(); test; test = todo.shift()) {
    const problem = await test.run().catch((error: Error) => error.stack);
    console.log(`${problem ? '✗' : '✓'} ${test.name}${problem ? `\n${problem}` : ''}`);
    if (problem) failures++;
    else passes++;
  }
}
await Promise.all([work(), work()]);
console.log(`${passes} passed, ${failures} failed`);
process.exitCode = failures ? 1 : 0;
