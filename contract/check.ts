import { randomUUID } from 'node:crypto';
import { type Client, type Exchange, makeClient } from './client.ts';
import { readOperations } from './contractFile.ts';
import type { Exploration } from './deep.ts';
import { Unmet } from './expect.ts';
import { journeys, simplest } from './journeys/all.ts';
import type { Journey } from './journeys/journey.ts';
import type { Level } from './level.ts';
import { CannotCheck, type Catalogue, chooseCatalogue, fetchItems } from './probe.ts';
import type { Operation } from './readContract.ts';
import { guessReason } from './reasons.ts';
import { makeRedact, type Redact } from './redact.ts';
import { writeCall, writeScript } from './script.ts';
import { NeedsItems, openShop } from './shop.ts';

export type Failure = {
  level: Level;
  /** The call and its status, as in `GET /items?priceMin=3 → 200`. */
  call: string;
  /** Calls of the journey before it, in the same form. */
  before: string[];
  /** The call as a command; a token and a password stand in it as $TOKEN and $PASSWORD. */
  curl: string;
  expected: string;
  got: string;
  /** What the backend has probably got wrong. */
  reason: string | undefined;
  /** What openapi.yaml says, and where. */
  contract: string;
  shopper: string;
  /** A shell script that makes the calls anew. */
  script?: string;
  /** The verdict whose failure explains this one; its own id where none does. */
  root: string;
};

/** The outcome of a journey, or of all answers of one operation. */
export type Verdict = {
  id: string;
  summary: string;
  outcome: 'passed' | 'failed' | 'not run';
  failure?: Failure;
};

type Outcome = { journey: Journey; exchanges: Exchange[]; unmet?: Unmet; isNotRun?: boolean };

type Options = {
  /** The journeys to run; without it all are. */
  only?: string[] | undefined;
  /** The most calls a second. */
  rate?: number | undefined;
  /** Called after each journey. */
  onProgress?: (outcome: Verdict['outcome']) => void;
};

/**
 * Runs the journeys against the backend at `api`, and judges the shape of every answer on the way.
 * Throws CannotCheck where there is no API, or no journey, to check.
 */
export async function checkBackend(api: string, options: Options = {}): Promise<Verdict[]> {
  const { only, rate, onProgress = () => {} } = options;
  const todo = chooseJourneys(only);
  const operations = readOperations();
  const catalogue = chooseCatalogue(await fetchItems(api));
  const client = makeClient(api, operations, rate);
  // New for each run, so that nobody who reads this can log in as a test user.
  const password = `${randomUUID()}-Ab1!`;
  const outcomes: Outcome[] = [];
  for (const journey of todo) {
    const outcome = await runJourney(journey, client, catalogue, password);
    outcomes.push(outcome);
    onProgress(outcome.isNotRun ? 'not run' : outcome.unmet ? 'failed' : 'passed');
  }
  if (outcomes.every(({ isNotRun }) => isNotRun))
    throw new CannotCheck(
      'These journeys need items, and GET /items brought none: run the journey "items" first.',
    );
  const write = makeWriter(client, password, makeRedact(client.exchanges));
  const answers = operations.map((operation) => judgeAnswers(operation, outcomes, write));
  return [
    ...answers.filter(({ outcome }) => !only || outcome !== 'not run'),
    ...judgeJourneys(outcomes, answers, write),
  ];
}

function chooseJourneys(only: string[] | undefined): Journey[] {
  const ids = journeys.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new CannotCheck(`There is no journey "${unknown}", only: ${ids.join(', ')}.`);
  return journeys.filter(({ id }) => !only || only.includes(id));
}

async function runJourney(
  journey: Journey,
  client: Client,
  catalogue: Catalogue | undefined,
  password: string,
): Promise<Outcome> {
  const shop = openShop(client, catalogue, password);
  const start = client.exchanges.length;
  const outcome: Outcome = { journey, exchanges: [] };
  try {
    await journey.run(shop);
  } catch (error) {
    if (error instanceof Unmet) outcome.unmet = error;
    else if (error instanceof NeedsItems) outcome.isNotRun = true;
    else throw error;
  }
  outcome.exchanges = client.exchanges.slice(start);
  await shop.tidy();
  return outcome;
}

type Write = (
  exchange: Exchange,
  before: Exchange[],
  failure: Omit<Failure, 'call' | 'before' | 'curl'>,
) => Failure;

/** Completes a failure with its calls, and hides what nobody should read. */
const makeWriter =
  ({ api, exchanges }: Pick<Client, 'api' | 'exchanges'>, password: string, redact: Redact): Write =>
  (exchange, before, { contract, got, ...rest }) => {
    const { method, path } = exchange.operation;
    return {
      ...rest,
      got: redact(got),
      call: redact(describeCall(exchange, api)),
      before: before.map((it) => redact(describeCall(it, api))),
      curl: redact(writeCall(exchange, exchanges, password)),
      contract: `${contract} (openapi.yaml, ${method} ${path})`,
    };
  };

/** The call and its outcome in a line, as in `POST /cart/add {"itemId":"p1"} → 204`. */
function describeCall({ operation, sent, url, status }: Exchange, api: string): string {
  const body = sent.text ?? (sent.body === undefined ? '' : JSON.stringify(sent.body));
  return `${operation.method} ${url.slice(api.length)}${body && ` ${body}`} → ${status || 'no answer'}`;
}

/** Whether every success of the operation has the shape that the contract asks for. */
function judgeAnswers(
  { id, method, path, description }: Operation,
  outcomes: Outcome[],
  write: Write,
): Verdict {
  const verdict = { id: `${id} answers`, summary: `Every answer of ${method} ${path} fits openapi.yaml.` };
  const isOwn = ({ operation, status }: Exchange) => operation.id === id && status > 0;
  const outcome = outcomes.find(({ exchanges }) => exchanges.some((it) => isOwn(it) && it.misfit));
  if (!outcome) {
    const wasSeen = outcomes.some(({ exchanges }) => exchanges.some(isOwn));
    return { ...verdict, outcome: wasSeen ? 'passed' : 'not run' };
  }
  const at = outcome.exchanges.findIndex((it) => isOwn(it) && it.misfit);
  const exchange = outcome.exchanges[at] as Exchange;
  const failure = write(exchange, outcome.exchanges.slice(0, at), {
    level: 'breaks',
    expected: 'An answer as openapi.yaml describes it.',
    got: exchange.misfit ?? '',
    reason: guessReason(exchange),
    contract: description.trim().replaceAll('\n', ' '),
    shopper: 'What the answer says is left out, or the call counts as failed.',
    root: verdict.id,
  });
  return { ...verdict, outcome: 'failed', failure };
}

function judgeJourneys(outcomes: Outcome[], answers: Verdict[], write: Write): Verdict[] {
  const hasFailed = (id: string) =>
    outcomes.some(({ journey, unmet }) => journey.id === id && unmet) ||
    answers.some((it) => it.id === id && it.failure);
  return outcomes.map(({ journey, exchanges, unmet, isNotRun }) => {
    const { id, summary, level, contract, shopper } = journey;
    if (isNotRun || !unmet) return { id, summary, outcome: isNotRun ? 'not run' : 'passed' };
    const { exchange, details } = unmet;
    const before = exchanges.slice(0, exchanges.indexOf(exchange));
    const failure = write(exchange, before, {
      expected: details.expected,
      got: details.got,
      reason: details.reason ?? guessReason(exchange),
      level: details.level ?? level,
      contract,
      shopper,
      root: findRoot(outcomes, hasFailed, id),
    });
    return { id, summary, outcome: 'failed', failure };
  });
}

const sessions = ['tokenWorksAgain', 'secondDevice', 'othersEnter'];

/** The failed verdict that explains the failure of journey `id`, and is explained by no other. */
function findRoot(outcomes: Outcome[], hasFailed: (id: string) => boolean, id: string, seen = [id]): string {
  const { journey, unmet } = outcomes.find((it) => it.journey.id === id) ?? {};
  if (!journey || !unmet) return id;
  const { operation, status, misfit } = unmet.exchange;
  // A level of its own: a call of ordinary use was not accepted.
  const isOrdinary = unmet.details.level !== undefined;
  const candidates = [
    ...(misfit ? [`${operation.id} answers`] : []),
    ...(isOrdinary ? [simplest[operation.id] ?? ''] : []),
    ...(journey.needs ?? []),
    ...(isOrdinary && status === 401 && !sessions.includes(id) ? sessions : []),
  ];
  const root = candidates.find((it) => !seen.includes(it) && hasFailed(it));
  return root ? findRoot(outcomes, hasFailed, root, [...seen, root]) : id;
}

/** What random sequences have shown, as a verdict beside those of the journeys. */
export function judgeExploration(api: string, exploration: Exploration): Verdict {
  const { seed, runs, calls, users, fault, isRepeatable } = exploration;
  const id = 'randomSequences';
  const summary = `${runs} random sequences, ${calls} calls, ${users} shoppers, seed ${seed}.`;
  if (!fault) return { id, summary, outcome: 'passed' };
  const { unmet, exchanges, password } = fault;
  const { exchange, details } = unmet;
  const redact = makeRedact(exchanges);
  const chance = isRepeatable
    ? undefined
    : 'It did not happen again to new shoppers: chance, or what came before, had a part in it.';
  const reason = chance ?? details.reason ?? guessReason(exchange);
  const comments = [`Expected: ${details.expected}`, `Got: ${details.got}`, `Seed ${seed}.`].map((it) =>
    redact(it),
  );
  const write = makeWriter({ api, exchanges }, password, redact);
  const failure = write(exchange, exchanges.slice(0, exchanges.indexOf(exchange)), {
    level: details.level ?? 'breaks',
    expected: details.expected,
    got: details.got,
    reason,
    contract: exchange.operation.description.trim().replaceAll('\n', ' '),
    shopper: 'What shoppers do, one after the other, brings something else than it should.',
    script: writeScript(exchanges, password, comments),
    root: id,
  });
  return { id, summary, outcome: 'failed', failure };
}
