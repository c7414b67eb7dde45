import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { broken, findingJourneys } from './broken/all.ts';
import { check, endWorkers, type Report, startWorkers } from './checks.ts';
import { correct, correctElsewhere } from './correct.ts';
import { findMissing } from './missing.ts';
import { type Broken, makeShop, STORE } from './row.ts';
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
  const judge = ({ exitCode, findings }: Report) =>
    exitCode || findings.length ? ['exit 0 and no finding'] : [];
  for (const [name, change] of Object.entries(correct))
    test(name, () => expectReport(serve(makeShop(change)), [], judge));
  for (const [name, change] of Object.entries(correctElsewhere))
    test(name, () => expectReport(serve(makeShop(change)), ['--origin', STORE], judge));
});

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

describe('The self-test itself', () => {
  test('Every journey has a broken server that it finds', () =>
    expectReport(serve(makeShop({})), [], ({ journeys }) =>
      journeys.flatMap(({ id }) => (findingJourneys.has(id) ? [] : [`a broken server that ${id} finds`])),
    ));

  test('An endpoint that is only in openapi.yaml: the four things that are missing', () => {
    const security = '[{ bearerAuth: [] }]';
    const contract = `paths: { "/lists/{id}": { put: { security: ${security}, requestBody: {}, operationId: putList } } }`;
    expect(findMissing(contract, [], [])).toEqual([
      'PUT /lists/{id} is in openapi.yaml, and still needs:',
      '  contract/test/goodBackend.ts: a response to it.',
      '  contract/journeys/: a journey that makes the call.',
      '  contract/journeys/: a journey that makes it without a token, and without a JSON body.',
      '  contract/test/broken/: a broken server that the journey finds.',
    ]);
    const call = { route: 'PUT /lists/7', token: 'token', body: {}, status: 200 };
    const made = [
      call,
      { ...call, token: undefined, status: 401 },
      { ...call, body: undefined, status: 400 },
    ];
    expect(findMissing(contract, made, ['PUT /lists/{id}'])).toEqual([]);
    expect(findMissing(contract, made.slice(0, 2), ['PUT /lists/{id}'])).toHaveLength(2);
  });
});
