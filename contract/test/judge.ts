import type { Report } from '../report/report.ts';
import { changeOf } from './broken/all.ts';
import { applyChange, makeShop } from './fault.ts';
import type { GoodBackend } from './goodBackend.ts';
import { check, type Ended } from './kit.ts';
import { serve, serveOverHttp } from './serve.ts';

export type Served = { api: string };

/** Checks a server, and fails with what the report lacks. */
export async function expectReport(
  served: Served | Promise<Served>,
  flags: string[] = [],
  judge: (report: Report) => string[],
) {
  const { api } = await served;
  const report = await check(api, flags);
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

/** Serves a shop with these faults. */
export function start(faults: string[] = [], more: (shop: GoodBackend) => void = () => {}) {
  const shop = makeShop((shop) => {
    more(shop);
    for (const name of faults) applyChange(shop, changeOf(name));
  });
  return { ...serve(shop), shop };
}

/** The same for other processes. */
export const startOverHttp = (...faulty: Parameters<typeof start>) => serveOverHttp(start(...faulty).shop);

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
