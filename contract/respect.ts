import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Journey, readArazzo } from './journeys.ts';
import type { Inputs } from './probe.ts';

/** A criterion of a step, or a fault of the connection (then without a condition). */
type Check = { passed: boolean; severity: string; message: string; condition?: string };

/** One call of a journey, as respect made it. `response` is missing where none came. */
export type ExecutedStep = {
  type: 'step';
  stepId: string;
  workflowId: string;
  request?: { method: string; url: string; headers: Record<string, string>; body?: unknown };
  response?: { statusCode: number; body: unknown; headers: Record<string, string> };
  checks: Check[];
};
/** The steps that follow a jump are nested. */
type Executed = ExecutedStep | { type: 'workflow'; workflowId: string; executedSteps: Executed[] };

/** Redocly's program, as `redocly` on the command line. */
export const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
export const quietly = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Replays the journeys against `api`; resolves to each one's calls, in order, with nothing masked. */
export async function replay(
  api: string,
  journeys: Journey[],
  inputs: Inputs,
): Promise<Map<string, ExecutedStep[]>> {
  const directory = await mkdtemp(join(tmpdir(), 'contract-')); // Readable by this user only: it has tokens.
  const [input, output] = [join(directory, 'journeys.json'), join(directory, 'respect.json')];
  // Only the journeys asked for: respect reads a whole file however few of its journeys it is to replay.
  const sourceDescriptions = [{ name: 'store', type: 'openapi', url: resolve('openapi.yaml') }];
  await writeFile(input, JSON.stringify({ ...readArazzo(), sourceDescriptions, workflows: journeys }));
  const options = [
    ...['--server', `store=${api}`, '--input', JSON.stringify(inputs)],
    ...['--json-output', output, '--no-secrets-masking', '--max-fetch-timeout', '10000'],
    // It knows no ranges such as 2XX; the answers are checked by what the mock is checked with.
    ...['--severity', 'STATUS_CODE_CHECK=off,SCHEMA_CHECK=off,CONTENT_TYPE_CHECK=off'],
  ];
  try {
    const said = await run(process.execPath, [REDOCLY, 'respect', input, ...options]);
    const result = await readFile(output, 'utf8').catch(() => {
      throw new Error(`redocly respect ended without a result:\n${said}`);
    });
    const [file] = Object.values(JSON.parse(result).files) as { executedWorkflows: Executed[] }[];
    return new Map(file?.executedWorkflows.map((it) => [it.workflowId, stepsOf(it)]));
  } finally {
    await rm(directory, { recursive: true });
  }
}

const stepsOf = (executed: Executed): ExecutedStep[] => {
  if (executed.type === 'workflow') return executed.executedSteps.flatMap(stepsOf);
  const { response, ...rest } = executed;
  // A status of 0 is how a call that brought no answer is recorded.
  return [response?.statusCode ? { ...rest, response } : rest];
};

/** Everything that the program said; its exit code does not matter, a failed journey is a result. */
const run = (program: string, args: string[]) =>
  new Promise<string>((settle) => {
    execFile(program, args, { env: quietly, maxBuffer: 100e6 }, (_error, out, err) => settle(out + err));
  });
