import { main } from '../cli/main.ts';
import { readOperations } from '../judge/files.ts';
import type { Report } from '../report/report.ts';
import { TEAM, TEAM_PASSWORD } from './goodBackend.ts';
import { request } from './serve.ts';

export type Ended = { code: number; out: string; err: string };

export const hasSignup = readOperations().some(({ id }) => id === 'signup');
const accountFlags = TEAM.flatMap((email) => ['--account', `${email}:${TEAM_PASSWORD}`]);

/** Runs a command of the kit. All its pauses are much shorter than in production. */
export async function runKit(argv: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    env: { CONTRACT_PAUSE_SCALE: '0.002', ...env },
    request,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** Checks a server, and resolves to the JSON report. */
export async function check(api: string, flags: string[] = []): Promise<Report> {
  const { code, out, err } = await runKit([
    'check',
    api,
    '--json',
    '-',
    ...(hasSignup ? [] : accountFlags),
    ...flags,
  ]);
  if (!out.startsWith('{')) throw new Error(`No JSON report, exit ${code}: ${out}${err}`);
  return JSON.parse(out);
}
