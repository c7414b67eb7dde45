import { contractVersion } from '../judge/files.ts';
import type { Outcome } from '../judge/run.ts';
import { gotBy, makeFindings, type Run, redactTexts } from './findings.ts';
import { judge } from './verdict.ts';

/** What --json prints, and what the other reports are made of. report.schema.json describes it. */
export type Report = ReturnType<typeof makeReport>;

export function makeReport(run: Run) {
  const { outcomes, notes, redact } = run;
  const { api, level, allJourneys } = run.options;
  const findings = makeFindings(run);
  const { exitCode, verdict } = judge(run, findings);
  return {
    version: 2,
    contract: contractVersion(),
    api,
    level,
    exitCode,
    ...redactTexts({ verdict, notes }, redact),
    totalJourneys: allJourneys,
    findings,
    journeys: outcomes.map((outcome) => {
      const { journey, status, seconds } = outcome;
      const { id, title } = journey;
      return {
        id,
        level: outcome.status === 'failed' ? outcome.level : journey.level,
        title,
        status,
        seconds,
        ...redactTexts({ reason: reasonOf(outcome) }, redact),
        finding: findings.find(({ journeys }) => journeys.includes(id))?.id,
      };
    }),
  };
}

/** Why a journey was skipped, or what came instead of what it expects. */
function reasonOf(outcome: Outcome): string | undefined {
  if (outcome.status === 'skipped') return outcome.reason;
  return outcome.status === 'failed' ? gotBy(outcome) : undefined;
}
