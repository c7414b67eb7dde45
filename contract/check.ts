import { randomUUID } from 'node:crypto';
import {
  type Client,
  type Conditions,
  type Exchange,
  findKiller,
  isSuccess,
  makeClient,
  PATIENCE,
  Unjudged,
} from './client.ts';
import { cite, readOperations } from './contractFile.ts';
import type { Exploration } from './deep.ts';
import { killedBy, symptomOf, Unmet } from './expect.ts';
import { journeys, simplest } from './journeys/all.ts';
import type { Journey } from './journeys/journey.ts';
import { askFirst, explainBlocked } from './origin.ts';
import { CannotCheck, chooseCatalogue, fetchItems } from './probe.ts';
import type { Operation } from './readContract.ts';
import { findGate, guessReason } from './reasons.ts';
import { makeRedact, type Redact } from './redact.ts';
import { findRoots, type Seen, seeUnmet } from './roots.ts';
import type { Failure, Run, Verdict } from './run.ts';
import { writeCall, writeScript } from './script.ts';
import { EMAIL_PREFIX, type Entry, NeedsItems, NeedsSignup, openShop, type Shop } from './shop.ts';

type Outcome = {
  journey: Journey;
  exchanges: Exchange[];
  ms: number;
  unmet?: Unmet;
  why?: string;
  isLeftOut?: boolean;
};

type Options = Conditions & {
  entry?: Entry | undefined;
  /** How many milliseconds an answer may take. */
  slow?: number | undefined;
  /** The journeys to run; without it all are. */
  only?: string[] | undefined;
  /** Ends the run; what was found until then is told. */
  signal?: AbortSignal | undefined;
  /** Called after each journey, which is the `at`th of so many. */
  onProgress?: (id: string, outcome: Verdict['outcome'], at: number, of: number) => void;
};

/**
 * Runs the journeys against the backend at `api`, and judges the shape of every answer on the way.
 * Throws CannotCheck where there is no such journey.
 */
export async function checkBackend(api: string, options: Options = {}): Promise<Run> {
  const { only, signal, onProgress = () => {}, entry = {}, slow, ...conditions } = options;
  const { origin } = conditions;
  const todo = chooseJourneys(only);
  const operations = readOperations();
  const client = makeClient(api, operations, conditions);
  // New for each run, so that nobody who reads this can log in as a test user.
  const password = `${randomUUID()}-Ab1!`;
  const outcomes: Outcome[] = [];
  const notes: string[] = [];
  const { exchanges } = client;
  let first: Exchange[] = [];
  let start = 0;
  let stop: Run['stop'];
  let end: Unjudged | undefined;
  try {
    const items = await fetchItems(client);
    const catalogue = chooseCatalogue(items.body);
    const lack = `the items of GET /items cannot be used: ${guessReason(items) ?? symptomOf(items)}`;
    const open = () => openShop(client, catalogue, password, entry);
    for (const { email, password } of entry.accounts ?? []) {
      client.secrets.add(email).add(password);
      const { status } = await client.call('login', { body: { email, password } });
      if (!isSuccess({ status }))
        throw new CannotCheck(`An account of --account cannot log in: POST /auth/login → ${status}.`);
    }
    if (origin) first = [items, ...(await askFirst(client, operations))];
    /** The operations that broke a call off twice. */
    const breakers = new Set<Operation>();
    for (const journey of todo) {
      if (signal?.aborted) throw new CannotCheck(BROKEN_OFF);
      start = exchanges.length;
      let outcome = await runJourney(journey, client, open(), lack);
      const { exchange } = outcome.unmet ?? {};
      if (exchange && !exchange.status && !breakers.has(exchange.operation)) {
        outcome = await runJourney(journey, client, open(), lack);
        if (outcome.unmet) breakers.add(exchange.operation);
        else notes.push(`${describeCall(exchange, api)} (${exchange.misfit}) went well when done again.`);
      }
      outcomes.push(outcome);
      const { why, unmet } = outcome;
      const result = why ? 'not judged' : unmet ? 'failed' : 'passed';
      onProgress(journey.id, result, outcomes.length, todo.length);
    }
    // It tells of a server that did not survive the last call.
    await client.call('getItems');
  } catch (error) {
    if (error instanceof CannotCheck) stop = { why: error.message };
    else if (error instanceof Unjudged) end = error;
    else throw error;
  }

  const redact = makeRedact(exchanges, client.secrets);
  const fail = makeFail(client, password, redact);
  const stopAt = (why: string, exchange = exchanges.at(-1)) => ({
    why,
    ...(exchange && { call: redact(describeCall(exchange, api)) }),
  });
  const killer = end && !end.exchange.status ? findKiller(exchanges) : undefined;
  const gate = findGate(exchanges);
  const isVoid = !exchanges.some(isSuccess) && new Set(exchanges.map(({ operation }) => operation)).size > 1;
  if (end) stop = stopAt(killer ? STOPPED : `${end.message}.`, killer ?? end.exchange);
  else if (!stop && isVoid)
    stop = stopAt(`It ${exchanges.some(({ status }) => status < 500) ? 'refuses' : 'fails at'} every call.`);
  else if (gate) stop = stopAt(gate.why, gate.exchange);

  /** Why a failure says nothing about the backend. */
  const voids = ({ operation }: Exchange) =>
    isVoid
      ? 'the backend refuses every call'
      : gate && operation.path.startsWith('/auth/')
        ? 'no test user gets a token'
        : undefined;
  const seen: Seen[] = [];
  function judge(about: About, { unmet, exchanges, ms, ...rest }: Omit<Outcome, 'journey'>): Verdict {
    const { id, summary } = about;
    const why = rest.why ?? (unmet && voids(unmet.exchange));
    if (why) return { id, summary, outcome: 'not judged', why, ms };
    if (!unmet) return { id, summary, outcome: 'passed', ms };
    seen.push(seeUnmet(id, unmet, allNeedsOf(about)));
    const before = exchanges.slice(0, exchanges.indexOf(unmet.exchange));
    return { id, summary, outcome: 'failed', failure: fail(about, unmet, before), ms };
  }

  const groups = [first, ...outcomes.map((it) => it.exchanges)];
  /** The first of an operation's answers that is not as the aspect asks, with the calls before it. */
  const judgeAll = (aspect: Aspect) =>
    operations.map((operation) => {
      const isWrong = (it: Exchange) => isOf(it, operation) && aspect.explain(it) !== undefined;
      const own = groups.find((it) => it.some(isWrong)) ?? [];
      const exchange = own.find(isWrong);
      const isSeen = groups.flat().some((it) => isOf(it, operation));
      const unmet = exchange && findUnmet(aspect, exchange);
      return judge(describeAspect(aspect, operation), {
        ...{ exchanges: own, ms: 0 },
        ...(unmet ? { unmet } : !isSeen && { why: UNSEEN }),
      });
    });
  const leftOut = outcomes.flatMap(({ isLeftOut, journey }) => (isLeftOut ? journey.id : []));
  const isPart = only !== undefined || leftOut.length > 0;
  const verdicts = [
    ...judgeAll(fitting),
    ...(origin ? judgeAll(crossing(origin)) : []),
    ...judgeAll(prompt).filter(({ failure }) => failure),
    ...(slow ? judgeAll(hurrying(slow, groups.flat())) : []),
    ...todo.flatMap((journey) => {
      const outcome = outcomes.find((it) => it.journey === journey) ?? NOT_RUN;
      return outcome.isLeftOut ? [] : judge(outcome.unmet ? tell(journey, outcome.unmet) : journey, outcome);
    }),
  ].filter(({ why }) => !isPart || why !== UNSEEN);
  const roots = findRoots(seen);
  for (const { id, failure } of verdicts) if (failure) failure.root = roots.get(id) ?? id;
  if (killer) {
    const about = { ...goesOn, level: 'unsafe' as const, contract: killer.operation.description };
    const failure = fail(about, killedBy(killer), exchanges.slice(start, exchanges.indexOf(killer)));
    verdicts.push({ ...goesOn, outcome: 'failed', failure, ms: 0 });
    stop = { ...stopAt(STOPPED, killer), toldBy: goesOn.id };
  }
  const count =
    operations.length * (1 + Number(origin !== undefined) + Number(slow !== undefined)) + journeys.length;
  const rest = leftOut.length ? 'the rest needs signups' : 'the rest was not asked for';
  if (leftOut.length) notes.push(`Left out, because they need signups of their own: ${leftOut.join(', ')}`);
  if (exchanges.some((it) => it.operation.id === 'signup' && isSuccess(it) && !it.sent.headers))
    notes.push(HOW_TO_DELETE);
  if (client.waited)
    notes.push(`${Math.ceil(client.waited / 1000)} s were spent waiting for its limits (429, 503).`);
  return { verdicts, of: isPart ? { all: count, rest } : undefined, stop, notes: notes.map(redact) };
}

const NOT_RUN: Omit<Outcome, 'journey'> = { exchanges: [], ms: 0, why: 'the run ended before it' };

/** The emails are those of this run, in small and capital letters. */
const HOW_TO_DELETE = `Its test users: DELETE FROM users WHERE lower(email) LIKE '${EMAIL_PREFIX}%'`;

/** By whoever started it. */
export const BROKEN_OFF = 'The run was broken off.';

const STOPPED = 'It stopped answering.';

function chooseJourneys(only: string[] | undefined): Journey[] {
  const ids = journeys.map(({ id }) => id);
  const unknown = only?.find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new CannotCheck(`There is no journey "${unknown}"; the command "journeys" lists all.`);
  return journeys.filter(({ id }) => !only || only.includes(id));
}

/** Throws where no further journey makes sense. */
async function runJourney(journey: Journey, client: Client, shop: Shop, lack: string): Promise<Outcome> {
  const [begin, start] = [performance.now(), client.exchanges.length];
  const outcome: Outcome = { journey, exchanges: [], ms: 0 };
  try {
    if (!shop.isOpen && journey.id === simplest.signup) throw new NeedsSignup();
    await journey.run(shop);
  } catch (error) {
    if (error instanceof Unmet) outcome.unmet = error;
    else if (error instanceof NeedsItems) outcome.why = lack;
    else if (error instanceof NeedsSignup) outcome.isLeftOut = true;
    else if (error instanceof Unjudged && !error.isFinal) outcome.why = error.message;
    else throw error;
  } finally {
    // Of calls that meet, the others may still be under way.
    await client.settle();
  }
  outcome.exchanges = client.exchanges.slice(start);
  outcome.ms = performance.now() - begin;
  await shop.tidy();
  return outcome;
}

/** What a verdict is about. */
type About = Pick<Journey, 'id' | 'summary' | 'level' | 'contract' | 'shopper' | 'needs'>;

/** Makes a failure of what was not met, with its calls, and without what nobody should read. */
const makeFail =
  ({ api, exchanges }: Pick<Client, 'api' | 'exchanges'>, password: string, redact: Redact) =>
  (about: About, { exchange, details }: Unmet, before: Exchange[], comments: string[] = []): Failure => {
    const { expected, got, level = about.level, reason = guessReason(exchange) } = details;
    const heads = [`Expected: ${expected}`, `Got: ${got}`, ...comments].map(redact);
    return {
      ...{ level, expected, reason, shopper: about.shopper, root: about.id },
      got: redact(got),
      call: redact(describeCall(exchange, api)),
      before: before.map((it) => redact(describeCall(it, api))),
      curl: redact(writeCall(exchange, before, exchanges, password)),
      script: writeScript([...before, exchange], password, heads),
      ...cite(about.contract),
    };
  };

/** The call and its outcome in a line, as in `POST /cart/add {"itemId":"p1"} → 204`. */
function describeCall({ operation, sent, url, status }: Exchange, api: string): string {
  const body = sent.text ?? (sent.body === undefined ? '' : JSON.stringify(sent.body));
  return `${operation.method} ${url.slice(api.length)}${body && ` ${body}`} → ${status || 'no answer'}`;
}

const UNSEEN = 'no answer of it was seen';

const isOf = (exchange: Exchange, { id }: Operation) => exchange.operation.id === id && exchange.status > 0;

/** What is asked of all answers of an operation. */
type Aspect = Pick<About, 'level' | 'shopper'> & {
  /** After the operation's id, that of the verdict. */
  name: string;
  summary: string;
  expected: string;
  contract?: string;
  /** What is wrong with an answer. */
  explain(exchange: Exchange): string | undefined;
};

const describeAspect = (
  { name, summary, level, shopper, contract }: Aspect,
  { id, method, path, description }: Operation,
): About => ({
  id: `${id} ${name}`,
  summary: `Every answer of ${method} ${path} ${summary}.`,
  ...{ level, shopper, contract: contract ?? description },
});

/** Only what is wrong with its shape is seen by the journeys, too. */
function findUnmet(aspect: Aspect, exchange: Exchange): Unmet {
  const got = aspect.explain(exchange) ?? '';
  const details = aspect === fitting ? { isOrdinary: true } : { symptom: got, reason: got };
  return new Unmet(exchange, { expected: aspect.expected, got, ...details });
}

const fitting: Aspect = {
  name: 'answers',
  summary: 'fits openapi.yaml',
  level: 'breaks',
  expected: 'An answer as openapi.yaml describes it.',
  shopper: 'What the answer says is left out, or the call counts as failed.',
  explain: ({ misfit }) => misfit,
};

const crossing = (origin: string): Aspect => ({
  name: 'across origins',
  summary: `can be read by a page of ${origin}`,
  level: 'breaks',
  expected: `An answer that lets a page of ${origin} make the call and read what it brings.`,
  shopper: 'The browser stops the call: it counts as failed, whatever the backend has done.',
  explain: (exchange) => explainBlocked(exchange, origin),
});

/** Told where it is not so, in every run. */
const prompt: Aspect = {
  name: 'soon',
  summary: 'comes soon enough',
  level: 'breaks',
  expected: `An answer within ${PATIENCE.long / 1000} seconds.`,
  contract: 'Shoppers wait five seconds for an answer, and the store ten.',
  shopper: 'They wait, and many leave.',
  explain: ({ isTedious, ms }) =>
    isTedious ? `The third answer in a row that took long: ${Math.round(ms)} ms.` : undefined,
};

const hurrying = (most: number, all: Exchange[]): Aspect => ({
  name: 'in time',
  summary: `comes within ${most} ms`,
  level: 'strict',
  expected: `An answer within ${most} ms.`,
  shopper: 'They wait.',
  explain({ operation, ms }) {
    const times = all.filter((it) => it.operation === operation && it.status).map((it) => it.ms);
    times.sort((one, two) => one - two);
    const [slowest = 0, median = 0] = [times.at(-1), times[Math.floor(times.length / 2)]];
    if (ms < slowest || ms <= most) return undefined;
    return `The slowest of ${times.length} answers took ${Math.round(slowest)} ms, the median is ${Math.round(median)} ms.`;
  },
});

function allNeedsOf({ needs = [] }: About, found = new Set<string>()): Set<string> {
  for (const journey of journeys.filter(({ id }) => needs.includes(id) && !found.has(id))) {
    found.add(journey.id);
    allNeedsOf(journey, found);
  }
  return found;
}

/** What a failure means: what the journey says, where the answer shows that, and no more than was seen where it does not. */
function tell(own: About, { exchange, details }: Unmet): About {
  const { operation, status, misfit } = exchange;
  const { isOrdinary } = details;
  const call = `${operation.method} ${operation.path}`;
  const hasFailed = !status || status >= 500;
  const isSeen = simplest[operation.id] === own.id || (!hasFailed && (!isOrdinary || own.level === 'breaks'));
  const less = hasFailed
    ? `An error in place of an answer to ${call}.`
    : `${call} does not work as it should.`;
  return {
    ...own,
    contract: hasFailed || isOrdinary || misfit ? operation.description : own.contract,
    shopper: isSeen ? own.shopper : less,
  };
}

const goesOn = {
  id: 'goesOn',
  summary: 'The server goes on answering.',
  shopper: 'Nothing works any more, for anybody, after this one call.',
};

/** What random sequences show, as a verdict beside those of the journeys. */
export async function addExploration(run: Run, api: string, exploring: Promise<Exploration>): Promise<void> {
  try {
    const exploration = await exploring;
    const verdict = judgeExploration(api, exploration);
    run.verdicts.push(verdict);
    if (run.of) run.of.all++;
    if (exploration.users && !run.notes.includes(HOW_TO_DELETE)) run.notes.push(HOW_TO_DELETE);
    const call = verdict.failure?.call;
    if (exploration.isGone) run.stop = { why: STOPPED, toldBy: verdict.id, ...(call && { call }) };
  } catch (error) {
    if (!(error instanceof CannotCheck || error instanceof Unjudged)) throw error;
    run.stop = { why: error.message };
  }
}

function judgeExploration(api: string, exploration: Exploration): Verdict {
  const { seed, runs, calls, users, fault, isRepeatable, why, ms } = exploration;
  const id = 'randomSequences';
  const summary = `${runs} random sequences, ${calls} calls, ${users} shoppers, seed ${seed}.`;
  if (!fault)
    return why ? { id, summary, outcome: 'not judged', why, ms } : { id, summary, outcome: 'passed', ms };
  const { unmet, exchanges, password } = fault;
  const { exchange, details } = unmet;
  const shopper = 'What shoppers do, one after the other, brings something else than it should.';
  const about = { id, summary, level: 'breaks' as const, contract: exchange.operation.description, shopper };
  if (!isRepeatable)
    details.reason =
      'It did not happen again to new shoppers: chance, or what came before, had a part in it.';
  const before = exchanges.slice(0, exchanges.indexOf(exchange));
  const fail = makeFail({ api, exchanges }, password, makeRedact(exchanges));
  return {
    id,
    summary,
    outcome: 'failed',
    failure: fail(tell(about, unmet), unmet, before, [`Seed ${seed}.`]),
    ms,
  };
}
