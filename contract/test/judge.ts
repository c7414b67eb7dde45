import { describe, onTestFinished, test } from 'vitest';
import { NEEDS_SIGNUP } from '../judge/failure.ts';
import type { Finding, Report } from '../report/report.ts';
import { changeOf } from './broken/all.ts';
import { applyChange, type Broken, makeShop } from './fault.ts';
import type { GoodBackend } from './goodBackend.ts';
import { check, type Ended, hasSignup } from './kit.ts';
import { type Served, serve, serveOverHttp } from './serve.ts';

/** Checks a server, and fails with what the report lacks. */
export async function expectReport(
  served: Served | Promise<Served>,
  flags: string[] = [],
  judge: (report: Report) => string[],
) {
  const { api, close } = await served;
  const report = await check(api, flags).finally(close);
  const problems = judge(report);
  if (problems.length)
    throw new Error([...problems.map((problem) => `expected  ${problem}`), ...tell(report)].join('\n'));
}

/** The parts of a report that a red row prints. */
const tell = ({ verdict, findings }: Report) => [
  `reported  ${verdict}`,
  ...findings.map(
    ({ level, journeys, call, summary, cause }) =>
      `          ${level} ${journeys.join(', ')}: ${call}: ${summary}${cause ? ` (cause: ${cause})` : ''}`,
  ),
];

function judgeBroken(
  { finds, heads, findings: most, cause, says, saysNot }: Broken,
  { findings, journeys }: Report,
): string[] {
  const [, level, name = ''] = /^(\w+) ?(.*)$/.exec(finds) ?? [];
  const isPossible = hasSignup || journeys.every(({ reason }) => reason !== NEEDS_SIGNUP);
  const journey = journeys.find(({ id, status }) => id === name && status === 'failed');
  const found = findings.find((finding) =>
    journey ? finding.journeys.includes(name) : finding.level === level && finding.contract.startsWith(name),
  );
  if (!found && !isPossible) return [];
  if (!found || (journey && journey.level !== level))
    return [`${finds}${journey ? `, not ${journey.level}` : ''}`];
  const textOf = ({ summary, cause, expected, got }: Finding) => [summary, cause, expected, got].join('\n');
  const text = textOf(found);
  return [
    ...(most !== undefined && findings.length > most ? [`${most} finding(s), not ${findings.length}`] : []),
    ...(heads && found.id !== heads ? [`${heads} at its head, not ${found.id}`] : []),
    ...(cause && !cause.test(found.cause ?? '') ? [`a cause with ${cause}`] : []),
    ...(says && !says.test(text) ? [`${says} in the finding: ${text}`] : []),
    ...findings.filter((one) => saysNot?.test(textOf(one))).map((one) => `no ${saysNot} in ${textOf(one)}`),
  ];
}

/** The whole run for rows about the number of findings or a call; else the one journey, which is much quicker. */
const flagsOf = ({ finds, findings, flags = [] }: Broken) => {
  const [, journey = ''] = /^\w+ (.+)$/.exec(finds) ?? [];
  return findings || !journey || journey.includes('/') ? flags : ['--only', journey, ...flags];
};

/** Registers a test for each broken server. */
export const testBroken = (tables: Record<string, Broken[]>) => {
  for (const [call, rows] of Object.entries(tables))
    describe(`A fault is found: ${call}`, () => {
      for (const row of rows)
        test(row.name, () => {
          const shop = makeShop(row.change);
          const served = row.isOverHttp ? serveOverHttp(shop) : serve(shop);
          return expectReport(served, flagsOf(row), (report) => judgeBroken(row, report));
        });
    });
};

/** A shop with these faults. */
function makeFaulty(faults: string[], more: (shop: GoodBackend) => void) {
  const shop = makeShop(more);
  for (const name of faults) applyChange(shop, changeOf(name));
  return shop;
}

/** Serves a shop with these faults until the test ends. */
export function start(faults: string[] = [], more: (shop: GoodBackend) => void = () => {}) {
  const shop = makeFaulty(faults, more);
  const { api, close } = serve(shop);
  onTestFinished(close);
  return { api, shop };
}

/** The same for other processes. */
export async function startOverHttp(faults: string[] = [], more: (shop: GoodBackend) => void = () => {}) {
  const shop = makeFaulty(faults, more);
  const { api, close } = await serveOverHttp(shop);
  onTestFinished(close);
  return { api, shop };
}

type ExpectedOutput = { code: number; says?: RegExp[]; saysNot?: RegExp[] };
/** Compares what a command printed, and how it ended. */
export function expectOutput({ code, out, err }: Ended, expected: ExpectedOutput) {
  const text = `${out}${err}`;
  const problems = [
    ...(code === expected.code ? [] : [`exit ${expected.code}, not ${code}`]),
    ...(expected.says ?? []).filter((pattern) => !pattern.test(text)).map(String),
    ...(expected.saysNot ?? []).filter((pattern) => pattern.test(text)).map((pattern) => `no ${pattern}`),
  ];
  if (problems.length) throw new Error(`expected  ${problems.join(', ')}\nreported  ${text.slice(0, 1000)}`);
}
