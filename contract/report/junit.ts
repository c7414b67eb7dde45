import type { Finding, Report } from './report.ts';

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const toLines = ({ summary, call, expected }: Finding, got: string) =>
  [summary, call, `expected: ${expected}`, `got: ${got}`].join('\n');

/**
 * The report as CI servers read it: a testcase for each journey. A failure that does not fail the run is skipped. A backend that
 * could not be judged is an error, because a suite of skipped testcases is green.
 */
export function toJunit({ journeys, findings, exitCode, verdict }: Report): string {
  const cases = journeys.map(
    ({ id, level, title, status, seconds, reason = '', tolerance, finding: findingId }) => {
      const finding = findings.find((candidate) => candidate.id === findingId);
      const isFailure = finding !== undefined && !tolerance;
      const told = isFailure
        ? `<failure message="${escapeXml(finding.summary)}">${escapeXml(toLines(finding, reason))}</failure>`
        : status !== 'passed' && `<skipped message="${escapeXml(tolerance ?? reason)}"/>`;
      const attributes = `classname="our-store-contract" name="${escapeXml(`${id} @${level}: ${title}`)}" time="${seconds}"`;
      return { told, isFailure, xml: `<testcase ${attributes}>${told || ''}</testcase>`, seconds };
    },
  );
  const error = `<testcase classname="our-store-contract" name="verdict" time="0"><error message="${escapeXml(verdict)}"/></testcase>`;
  const errors = exitCode === 2 ? [error] : [];
  const failures = cases.filter(({ isFailure }) => isFailure).length;
  const skipped = cases.filter(({ told, isFailure }) => told && !isFailure).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3);
  const counts = `tests="${cases.length + errors.length}" failures="${failures}" errors="${errors.length}" skipped="${skipped}" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `<testsuite name="our-store-contract" ${counts}>`,
    ...errors,
    ...cases.map(({ xml }) => xml),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
