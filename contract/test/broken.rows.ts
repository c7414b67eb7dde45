import { describe, test } from 'vitest';
import type { Finding, Report } from '../report/report.ts';
import { broken } from './broken/all.ts';
import { type Broken, makeShop } from './fault.ts';
import { expectReport } from './judge.ts';
import { serve, serveOverHttp } from './serve.ts';

const textOf = ({ summary, cause, expected, got }: Finding) => [summary, cause, expected, got].join('\n');

function judgeBroken({ finds, findings: most, says, saysNot }: Broken, { findings }: Report): string[] {
  const [, level, name = ''] = /^(\w+) (.+)$/.exec(finds) ?? [];
  const found = findings.find(
    ({ id, contract, level: own }) => own === level && (id === name || contract.startsWith(name)),
  );
  if (!found) return [finds];
  return [
    ...(most !== undefined && findings.length > most ? [`${most} finding(s), not ${findings.length}`] : []),
    ...(says && !says.test(textOf(found)) ? [`${says} in the finding: ${textOf(found)}`] : []),
    ...findings.filter((one) => saysNot?.test(textOf(one))).map((one) => `no ${saysNot} in ${textOf(one)}`),
  ];
}

/** The whole run for rows about the number of findings or a call; else the one journey, which is much quicker. */
const flagsOf = ({ finds, findings, flags = [] }: Broken) => {
  const [, journey = ''] = finds.split(/ (.+)/);
  return findings || journey.includes('/') ? flags : ['--only', journey, ...flags];
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
