import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describeCall, explain, hasFailed, toCurl } from './explain';
import { type Journey, needsCatalogue, readJourneys } from './journeys';
import { CannotCheck, chooseInputs, fetchItems, type Inputs } from './probe';
import { type Operation, readContract } from './readContract';
import { makeRedact } from './redact';
import { type ExecutedStep, replay } from './respect';

export type Failure = {
  /** The call and its status, as in `GET /items?priceMin=3 → 200`. */
  call: string;
  /** Calls of the journey before it, in the same form. */
  before: string[];
  /** The call as a command; a token and a password stand in it as $TOKEN and $PASSWORD. */
  curl: string;
  expected: string;
  got: string;
  /** What openapi.yaml says, and where. */
  contract: string;
  shopper: string;
  /** Equal for journeys that failed in the same step in the same way. */
  cause: string;
};

/** The outcome of a journey, or of all answers of one operation. */
export type Verdict = {
  id: string;
  summary: string;
  outcome: 'passed' | 'failed' | 'not run';
  failure?: Failure;
};

/**
 * Replays the journeys against the backend at `api`: respect judges what the calls do, and the checker of the
 * mock judges every answer's shape. `only` names the journeys to replay; without it all are.
 * Throws CannotCheck where there is no API, or no journey, to check.
 */
export async function checkBackend(api: string, only?: string[]): Promise<Verdict[]> {
  const journeys = chooseJourneys(only);
  const operations = readContract(readFileSync('openapi.yaml', 'utf8'));
  const catalogue = chooseInputs(await fetchItems(api));
  // New for each run, so that nobody who reads this can log in as a test user.
  const password = `Contract-1-${randomUUID()}`;
  const inputs: Inputs = { ...catalogue, password };
  const runnable = journeys.filter((journey) => catalogue || !needsCatalogue(journey));
  if (!runnable.length)
    throw new CannotCheck(
      'These journeys need items, and GET /items brought none: run the journey "items" first.',
    );
  const executed = await replay(api, runnable, inputs);
  const steps = [...executed.values()].flat();
  const redact = makeRedact(steps, password);
  const finish: Finish = (step, { contract, ...rest }) => {
    const journey = executed.get(step.workflowId) ?? [];
    const { method, path } = operations.find(({ id }) => id === operationIdOf(step, journeys)) ?? {};
    if (step.request) step.request.url ||= `${api}${path}`; // It is not recorded where no answer came.
    return {
      ...rest,
      got: redact(rest.got),
      cause: redact(rest.cause),
      call: redact(describeCall(step, api)),
      before: journey.slice(0, journey.indexOf(step)).map((it) => redact(describeCall(it, api))),
      curl: redact(toCurl(step, password)),
      contract: `${contract} (openapi.yaml, ${method} ${path})`,
    };
  };
  const answers = operations.map((operation) => {
    const own = steps.filter((step) => operationIdOf(step, journeys) === operation.id);
    return judgeAnswers(operation, own, finish);
  });
  return [
    ...answers.filter(({ outcome }) => !only || outcome !== 'not run'),
    ...journeys.map((journey) => judgeJourney(journey, executed.get(journey.workflowId), inputs, finish)),
  ];
}

function chooseJourneys(only: string[] | undefined): Journey[] {
  const all = readJourneys();
  const ids = all.map(({ workflowId }) => workflowId);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown) throw new CannotCheck(`There is no journey "${unknown}", only: ${ids.join(', ')}.`);
  return all.filter(({ workflowId }) => !only || only.includes(workflowId));
}

const operationIdOf = ({ workflowId, stepId }: ExecutedStep, journeys: Journey[]) =>
  journeys
    .find((journey) => journey.workflowId === workflowId)
    ?.steps.find((step) => step.stepId === stepId)
    ?.operationId.split('.')
    .at(-1);

/** Completes a failure with its calls, and hides what nobody should read. */
type Finish = (step: ExecutedStep, failure: Omit<Failure, 'call' | 'before' | 'curl'>) => Failure;

/** What a shopper meets when an answer of the operation cannot be read. */
const unreadable: Record<string, string> = {
  signup: "The alert 'Signup failed. Please try again.'",
  login: "The alert 'Login failed. Please check your credentials.'",
  getItems: 'Items are left out of the list, or the list does not load.',
  getCart: "Lines are left out of the cart, or the alert 'Please login to view your cart.'",
  addToCart: "The alert 'Please login to add items to cart.' although the item was added.",
  removeFromCart: "The alert 'Error removing item.' although the item was removed.",
};

/** Whether every success of the operation has the shape that the contract asks for. */
function judgeAnswers(operation: Operation, steps: ExecutedStep[], finish: Finish): Verdict {
  const { id, method, path, description } = operation;
  const verdict = { id: `${id} answers`, summary: `Every answer of ${method} ${path} fits openapi.yaml.` };
  for (const step of steps) {
    if (!step.response || step.response.statusCode >= 300) continue; // The journeys judge refusals.
    const { statusCode, headers, body } = step.response;
    const misfit = operation.checkAnswer(statusCode, headers['content-type'] ?? null, body);
    if (misfit) {
      const expected = 'An answer as openapi.yaml describes it.';
      const contract = description.trim().replaceAll('\n', ' ');
      const failure = { expected, got: misfit, contract, shopper: unreadable[id] ?? '', cause: misfit };
      return { ...verdict, outcome: 'failed', failure: finish(step, failure) };
    }
  }
  return { ...verdict, outcome: steps.length ? 'passed' : 'not run' };
}

function judgeJourney(
  journey: Journey,
  steps: ExecutedStep[] | undefined,
  inputs: Inputs,
  finish: Finish,
): Verdict {
  const verdict = { id: journey.workflowId, summary: journey.summary };
  if (!steps) return { ...verdict, outcome: 'not run' };
  const step = steps.find(({ stepId, checks }) => !stepId.startsWith('tidy') && checks.some(hasFailed));
  if (!step) return { ...verdict, outcome: 'passed' };
  const definition = journey.steps.find(({ stepId }) => stepId === step.stepId);
  const explanation = explain(definition, step, inputs);
  const failure = {
    ...explanation,
    cause: JSON.stringify([definition, explanation.got]),
    contract: journey['x-contract'],
    shopper: journey['x-shopper'],
  };
  return { ...verdict, outcome: 'failed', failure: finish(step, failure) };
}
