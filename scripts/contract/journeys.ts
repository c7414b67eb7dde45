import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const JOURNEYS_FILE = 'tests/contract/journeys.arazzo.yaml';

export type Step = { stepId: string; operationId: string; description?: string };

/** One workflow of the Arazzo file: what a shopper does, and what the contract says of it. */
export type Journey = {
  workflowId: string;
  /** The journey in words. */
  summary: string;
  /** A sentence of openapi.yaml. */
  'x-contract': string;
  /** What a shopper meets when the journey fails. */
  'x-shopper': string;
  inputs?: { $ref: string };
  steps: Step[];
};

export function readJourneys(): Journey[] {
  return parse(readFileSync(JOURNEYS_FILE, 'utf8'), { merge: true, maxAliasCount: -1 }).workflows;
}

/** Whether the journey needs items to choose from. */
export const needsCatalogue = ({ inputs }: Journey) => inputs?.$ref.endsWith('/catalogue') ?? false;
