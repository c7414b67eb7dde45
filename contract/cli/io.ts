type Output = { write(text: string): unknown };

/** What a command reads and writes. The self-test has its own, and runs journeys without node:test, which is quicker. */
export type Io = { stdout: Output; stderr: Output; env: NodeJS.ProcessEnv };
export type ExitCode = 0 | 1 | 2;
