import { describe, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { check } from './kit.ts';
import { type Broken, makeShop } from './row.ts';
import { type Served, serve } from './serve.ts';

/** Checks a server, and fails with what the report lacks. */
export async function expectReport(
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
  const [, level, name = ''] = /^(\w+) ?(.*)$/.exec(finds) ?? [];
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

/** Registers a test for each broken server. */
export const testBroken = (tables: Record<string, Broken[]>) => {
  for (const [call, rows] of Object.entries(tables))
    describe.concurrent(`A fault is found: ${call}`, () => {
      for (const row of rows)
        test(row.name, () =>
          expectReport(serve(makeShop(row.change)), row.flags, (report) => judgeBroken(row, report)),
        );
    });
};
