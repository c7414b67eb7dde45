import { describe, test } from 'vitest';
import type { Finding, Report } from '../report/report.ts';
import { broken } from './broken/all.ts';
import { type Broken, makeShop } from './fault.ts';
import { expectReport } from './judge.ts';
import { serve, serveOverHttp } from './serve.ts';

function judgeBroken(
  { finds, heads, findings: most, cause, says, saysNot }: Broken,
  { findings, journeys }: Report,
): string[] {
  const [, level, name = ''] = /^(\w+) ?(.*)$/.exec(finds) ?? [];
  const journey = journeys.find(({ id, status }) => id === name && status === 'failed');
  const found = findings.find((finding) =>
    journey ? finding.journeys.includes(name) : finding.level === level && finding.contract.startsWith(name),
  );
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

for (const [call, rows] of Object.entries(broken))
  describe(`A fault is found: ${call}`, () => {
    for (const row of rows)
      test(row.name, () => {
        const shop = makeShop(row.change);
        const served = row.isOverHttp ? serveOverHttp(shop) : serve(shop);
        return expectReport(served, flagsOf(row), (report) => judgeBroken(row, report));
      });
  });
