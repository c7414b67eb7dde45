import { defineConfig } from 'vitest/config';
import { ShortReporter } from './shortReporter.ts';

/** The self-test of the kit: `npm run test:contract [-- -t "part of a name"]` */
export default defineConfig({
  test: {
    include: ['contract/test/selfTest.ts'],
    // Rows wait for servers, and for one of the workers that run the checks.
    maxConcurrency: 4,
    testTimeout: 120_000,
    reporters: [new ShortReporter(), 'json'],
    outputFile: { json: 'test-results/contract.json' },
  },
});
