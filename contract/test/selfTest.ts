import { afterAll, beforeAll, describe, test } from 'vitest';
import { add } from './broken/add.ts';
import { cart } from './broken/cart.ts';
import { crossing } from './broken/crossing.ts';
import { everywhere } from './broken/everywhere.ts';
import { list } from './broken/items.ts';
import { login } from './broken/login.ts';
import { remove } from './broken/remove.ts';
import { signup } from './broken/signup.ts';
import { check, endWorkers, type Report, startWorkers } from './checks.ts';
import { correct } from './correct.ts';
import { type Broken, makeShop } from './row.ts';
import { type Served, serve } from './serve.ts';
import { COULD_NOT, unjudged } from './unjudged.ts';

beforeAll(() => startWorkers(3));
afterAll(endWorkers);

/** Checks a server, and fails with what the report lacks. */
async function expectReport(
  served: Promise<Served>,
  flags: string[] = [],
  judge: (report: Report) => string[],
) {
  const { api, close } = await served;
  const report = await check(api, flags).finally(close);
  const problems = judge(report);
  if (problems.length)
    throw new Error([...problems.map((it) => `expected  ${it}`), ...tell(report)].join('\n'));
}

/** The parts of a report that a red row prints. */
const tell = ({ verdict, stop, findings }: Report) => [
  `reported  ${verdict}`,
  ...(stop ? [`          ${stop.reason}`] : []),
  ...findings.map(
    ({ level, members, call, summary, cause }) =>
      `          ${level} ${members.join(', ')}: ${call}: ${summary}${cause ? ` (cause: ${cause})` : ''}`,
  ),
];

function judgeBroken(
  { finds, findings: most, cause, says, saysNot }: Broken,
  { findings, journeys }: Report,
): string[] {
  const [level, ...rest] = finds.split(' ');
  const name = rest.join(' ');
  const journey = journeys.find(({ id, status }) => id === name && status === 'failed');
  const found = findings.find((it) =>
    journey ? it.members.includes(name) : it.level === level && it.call.startsWith(name),
  );
  if (!found || (journey && journey.level !== level))
    return [`${finds}${journey ? `, not ${journey.level}` : ''}`];
  const text = [found.summary, found.cause, found.expected, found.got].join('\n');
  return [
    ...(most !== undefined && findings.length > most ? [`${most} finding(s), not ${findings.length}`] : []),
    ...(cause instanceof RegExp && !cause.test(found.cause ?? '') ? [`a cause with ${cause}`] : []),
    ...(cause === null && found.cause ? ['no cause'] : []),
    ...(says && !says.test(text) ? [`${says} in the finding: ${text}`] : []),
    ...(saysNot?.test(text) ? [`no ${saysNot} in the finding: ${text}`] : []),
  ];
}

describe.concurrent('A correct server with habits of its own is not accused', () => {
  for (const { name, change, flags, says } of correct)
    test(name, () =>
      expectReport(serve(makeShop(change)), flags, (report) => [
        ...(report.exitCode || report.findings.length ? ['exit 0 and no finding'] : []),
        ...(says && !says.test(JSON.stringify(report)) ? [`${says} in the report`] : []),
      ]),
    );
});

const broken = {
  'POST /auth/signup': signup,
  'POST /auth/login': login,
  'GET /items': list,
  'GET /cart': cart,
  'POST /cart/add': add,
  'POST /cart/remove': remove,
  'Several calls': everywhere,
  'A store on another origin': crossing,
};

for (const [call, rows] of Object.entries(broken))
  describe.concurrent(`A fault is found: ${call}`, () => {
    for (const row of rows)
      test(row.name, () =>
        expectReport(serve(makeShop(row.change)), row.flags, (report) => judgeBroken(row, report)),
      );
  });

describe.concurrent('A server that cannot be judged', () => {
  for (const { name, flags, says, ...row } of unjudged)
    test(name, () =>
      expectReport(row.serve(), flags, (report) => [
        ...(report.exitCode === 2 && COULD_NOT.test(report.verdict) ? [] : ['exit 2']),
        ...(report.findings.length ? ['no finding'] : []),
        ...says.filter((it) => !it.test(JSON.stringify(report))).map((it) => `${it} in the report`),
      ]),
    );
});
