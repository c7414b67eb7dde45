import type { request } from '../judge/http.ts';

type Output = { write(text: string): unknown; isTTY?: boolean };

/** What a command reads and writes. The self-test has its own. */
export type Io = { stdout: Output; stderr: Output; env: NodeJS.ProcessEnv; request?: typeof request };
export type ExitCode = 0 | 1 | 2;
