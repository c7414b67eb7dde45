import { main } from '../cli/main.ts';
import { hasSignup } from '../judge/files.ts';
import type { Report } from '../report/report.ts';
import { TEAM } from './goodBackend.ts';
import { request } from './serve.ts';

export type Ended = { code: number; out: string; err: string };

/** The accounts of the correct backend, as --account takes them. */
export const accounts = TEAM.map(({ email, password }) => `${email}:${password}`);

/** All pauses are much shorter than in production. If openapi.yaml has no signup, every check needs accounts. */
export const kitEnvironment = {
  CONTRACT_PAUSE_SCALE: '0.002',
  ...(!hasSignup && { CONTRACT_ACCOUNTS: accounts.join('\n') }),
};

export async function runKit(argv: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    env: { ...kitEnvironment, ...env },
    request,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** Checks a server, and resolves to the JSON report. */
export async function check(api: string, flags: string[] = []): Promise<Report> {
  const { code, out, err } = await runKit(['check', api, '--json', '-', ...flags]);
  if (!out.startsWith('{')) throw new Error(`No JSON report, exit ${code}: ${out}${err}`);
  return JSON.parse(out);
}
