#!/usr/bin/env node
import { main } from './main.ts';

const exitCode = await main(process.argv.slice(2));
// node:test sets an exit code of its own when it ends.
process.on('exit', () => {
  process.exitCode = exitCode;
});
