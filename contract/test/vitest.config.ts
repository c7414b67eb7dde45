import { defineConfig } from 'vitest/config';

/** The self-test of the kit: `npm run test:contract [-- -t "part of a name"]` */
export default defineConfig({
  test: {
    include: ['contract/test/*.rows.ts'],
    maxWorkers: 2,
    // Starting a process for each file takes longer than most files.
    isolate: false,
    chaiConfig: { truncateThreshold: 500 },
    testTimeout: 120_000,
    // Developers behind a company's proxy often switch verification off.
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
    reporters: ['minimal', 'json'],
    outputFile: { json: 'test-results/contract.json' },
  },
});
