import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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

/** The Arazzo document, its aliases resolved. */
export const readArazzo = (): { workflows: Journey[] } =>
  parse(readFileSync('contract/journeys.arazzo.yaml', 'utf8'), { merge: true, maxAliasCount: -1 });

export const readJourneys = () => readArazzo().workflows;

/** Whether the journey needs items to choose from. */
export const needsCatalogue = ({ inputs }: Journey) => inputs?.$ref.endsWith('/catalogue') ?? false;
