import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** `WALKS` walks of each temper from `SEED` on, shared among the processors. `npm run walks` */
const walks = Number(process.env.WALKS ?? 1000);
const seed = Number(process.env.SEED ?? 1);
const parts = Math.min(availableParallelism(), walks);
const startOf = (part: number) => Math.floor((part * walks) / parts);

for (let part = 0; part < parts; part++) {
  const env = { WALKS: `${startOf(part + 1) - startOf(part)}`, SEED: `${seed + startOf(part)}` };
  const command = 'vitest run --project walks --maxWorkers=1 --reporter=dot walks.test';
  spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } }).on('exit', (code) => {
    if (code) process.exitCode = 1;
  });
}
