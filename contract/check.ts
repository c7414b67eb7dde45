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
import { wrongPasswords } from './journeys/auth.ts';
import type { Journey } from './journeys/journey.ts';
import { askFirst, explainBlocked } from './origin.ts';
import { CannotCheck, chooseCatalogue, fetchItems } from './probe.ts';
import type { Operation } from './readContract.ts';
import { findGate, guessReason } from './reasons.ts';
import { makeRedact, type Redact } from './redact.ts';
import { findRoots, type Seen } from './roots.ts';
import type { Run, Verdict } from './run.ts';
import { writeCall, writeScript } from './script.ts';
import {
  EMAIL_PREFIX,
  type Entry,
  makePassword,
  NeedsItems,
  NeedsSignup,
  openShop,
  type Shop,
} from './shop.ts';

/** What came of a journey: its calls, and what was not met, why it was not judged, or that it needs a signup that there is not. */
type Outcome = {
  exchanges: Exchange[];
  ms: number;
  unmet?: Unmet | undefined;
  why?: string | undefined;
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
  const { exchanges, secrets } = client;
  const password = makePassword();
  const outcomes = new Map<Journey, Outcome>();
  const notes: string[] = [];
  let first: Exchange[] = [];
  let start = 0;
  let stop: Run['stop'];
  let end: Unjudged | undefined;
  try {
    const items = await fetchItems(client);
    const catalogue = chooseCatalogue(items.body);
    const lack = `the items of GET /items cannot be used: ${guessReason(items) ?? symptomOf(items)}`;
    const run = (journey: Journey) =>
      runJourney(journey, client, openShop(client, catalogue, password, entry), lack);
    for (const { email, password } of entry.accounts ?? []) {
      secrets.add(email).add(password);
      for (const change of Object.values(wrongPasswords)) secrets.add(change(password));
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
      let outcome = await run(journey);
      const { exchange } = outcome.unmet ?? {};
      if (exchange && !exchange.status && !breakers.has(exchange.operation)) {
        outcome = await run(journey);
        if (outcome.unmet) breakers.add(exchange.operation);
        else notes.push(`${describeCall(exchange, api)} (${exchange.misfit}) went well when done again.`);
      }
      outcomes.set(journey, outcome);
      const result = outcome.why ? 'not judged' : outcome.unmet ? 'failed' : 'passed';
      onProgress(journey.id, result, outcomes.size, todo.length);
    }
    // It tells of a server that did not survive the last call.
    await client.call('getItems');
  } catch (error) {
    if (error instanceof CannotCheck) stop = { why: error.message };
    else if (error instanceof Unjudged) end = error;
    else throw error;
  }

  const redact = makeRedact(exchanges, secrets);
  const killer = end && !end.exchange.status ? findKiller(exchanges) : undefined;
  // What a browser asks before a call is none.
  const calls = exchanges.filter(({ sent }) => !sent.headers);
  const gate = findGate(calls);
  const isVoid = !calls.some(isSuccess) && new Set(calls.map(({ operation }) => operation)).size > 1;
  const stopAt = (why: string, exchange = exchanges.at(-1)) => ({
    why,
    ...(exchange && { call: redact(describeCall(exchange, api)) }),
    ...(killer && { toldBy: goesOn.id }),
  });
  if (end) stop = stopAt(killer ? STOPPED : `${end.message}.`, killer ?? end.exchange);
  else if (!stop && isVoid)
    stop = stopAt(`It ${calls.some(({ status }) => status < 500) ? 'refuses' : 'fails at'} every call.`);
  else if (gate) stop = stopAt(gate.why, gate.exchange);

  const tell = makeVerdicts(api, password, redact, secrets);
  const seen: Seen[] = [];
  function judge(about: About, outcome: Outcome): Verdict {
    const { why, unmet } = outcome;
    const isEntry = unmet?.exchange.operation.path.startsWith('/auth/');
    // A failure says nothing about a backend that lets nobody in.
    const isNone = isVoid ? 'the backend refuses every call' : gate && isEntry && 'no test user gets a token';
    if (!why && unmet && isNone) return tell(about, { ...outcome, why: isNone });
    if (!why && unmet) {
      const before = outcome.exchanges.slice(0, outcome.exchanges.indexOf(unmet.exchange));
      seen.push({ id: about.id, unmet, before });
    }
    return tell(about, outcome);
  }

  const leftOut = todo.filter((it) => outcomes.get(it)?.isLeftOut);
  const isPart = only !== undefined || leftOut.length > 0;
  const groups = [first, ...[...outcomes.values()].map((it) => it.exchanges)];
  const demands = demandsOf(origin, slow, groups.flat());
  const ofAnswers = demands.flatMap((demand) =>
    operations.flatMap((operation) => {
      const outcome = findUnmet(demand, operation, groups);
      const isTold = demand.isQuiet ? outcome.unmet : !isPart || !outcome.why;
      const { id, method, path, description: contract } = operation;
      const summary = `Every answer of ${method} ${path} ${demand.does}.`;
      return isTold ? judge({ id: `${id} ${demand.name}`, summary, contract, ...demand }, outcome) : [];
    }),
  );
  const ofJourneys = todo
    .filter((it) => !leftOut.includes(it))
    .map((journey) => {
      const outcome = outcomes.get(journey) ?? NOT_RUN;
      return judge(outcome.unmet ? tellLess(journey, outcome.unmet) : journey, outcome);
    });
  const verdicts = [...ofAnswers, ...ofJourneys];
  const roots = findRoots(seen);
  for (const { id, failure } of verdicts) if (failure) failure.root = roots.get(id) ?? id;
  if (killer) {
    const about = { ...goesOn, contract: killer.operation.description };
    const before = exchanges.slice(start, exchanges.indexOf(killer) + 1);
    verdicts.push(tell(about, { exchanges: before, unmet: killedBy(killer), ms: 0 }));
  }

  const ids = leftOut.map(({ id }) => id).join(', ');
  if (ids) notes.push(`Left out, because they need signups of their own: ${ids}`);
  const hasSignedUp = calls.some((it) => it.operation.id === 'signup' && isSuccess(it));
  if (hasSignedUp || entry.command) notes.push(HOW_TO_DELETE);
  if (client.waited)
    notes.push(`${Math.ceil(client.waited / 1000)} s were spent waiting for its limits (429, 503).`);
  const all = operations.length * demands.filter(({ isQuiet }) => !isQuiet).length + journeys.length;
  const of = isPart
    ? { all, rest: ids ? 'the rest needs signups' : 'the rest was not asked for' }
    : undefined;
  return { verdicts, of, stop, notes: notes.map(redact) };
}

const NOT_RUN: Outcome = { exchanges: [], ms: 0, why: 'the run ended before it' };

/** The emails are those of this run, in small and capital letters. */
const HOW_TO_DELETE = `Its test users: DELETE FROM users WHERE lower(email) LIKE '${EMAIL_PREFIX}%'`;

/** By whoever started it. */
export const BROKEN_OFF = 'The run was broken off.';

const STOPPED = 'It stopped answering.';

function chooseJourneys(only: string[] | undefined): Journey[] {
  const unknown = only?.find((id) => !journeys.some((it) => it.id === id));
  if (unknown !== undefined)
    throw new CannotCheck(`There is no journey "${unknown}"; the command "journeys" lists all.`);
  return journeys.filter(({ id }) => !only || only.includes(id));
}

/** Throws where no further journey makes sense. */
async function runJourney(journey: Journey, client: Client, shop: Shop, lack: string): Promise<Outcome> {
  const [begin, start] = [performance.now(), client.exchanges.length];
  const outcome: Outcome = { exchanges: [], ms: 0 };
  try {
    if (!shop.isOpen && journey.id === simplest.signup) throw new NeedsSignup();
    await journey.run(shop);
  } catch (error) {
    if (error instanceof Unmet) outcome.unmet = error;
    else if (error instanceof NeedsItems) outcome.why = lack;
    else if (error instanceof NeedsSignup) outcome.isLeftOut = true;
    else if (error instanceof Unjudged && !error.isFinal) outcome.why = error.message;
    else throw error;
  }
  outcome.exchanges = client.exchanges.slice(start);
  outcome.ms = performance.now() - begin;
  await shop.tidy();
  return outcome;
}

/** What a verdict is about. */
type About = Pick<Journey, 'id' | 'summary' | 'level' | 'contract' | 'shopper'>;

/** Makes verdicts of outcomes, without what nobody should read. */
const makeVerdicts =
  (api: string, password: string, redact: Redact, secrets: Set<string>) =>
  (about: About, { exchanges, unmet, why, ms }: Outcome, comments: string[] = []): Verdict => {
    const { id, summary, shopper } = about;
    if (why) return { id, summary, outcome: 'not judged', why, ms };
    if (!unmet) return { id, summary, outcome: 'passed', ms };
    const { exchange, details } = unmet;
    const { expected, got, level = about.level, reason = guessReason(exchange) } = details;
    const before = exchanges.slice(0, exchanges.indexOf(exchange));
    const heads = [`Expected: ${expected}`, `Got: ${got}`, ...comments].map(redact);
    const failure = {
      level,
      expected,
      reason,
      shopper,
      root: id,
      got: redact(got),
      call: redact(describeCall(exchange, api)),
      before: before.map((it) => redact(describeCall(it, api))),
      curl: redact(writeCall(exchange, before, password)),
      script: makeRedact([], secrets)(writeScript([...before, exchange], password, heads)),
      ...cite(about.contract),
    };
    return { id, summary, outcome: 'failed', failure, ms };
  };

/** The call and its outcome in a line, as in `POST /cart/add {"itemId":"p1"} → 204`. */
function describeCall({ operation, sent, url, status }: Exchange, api: string): string {
  const body = sent.text ?? (sent.body === undefined ? '' : JSON.stringify(sent.body));
  return `${operation.method} ${url.slice(api.length)}${body && ` ${body}`} → ${status || 'no answer'}`;
}

/** What is asked of every answer of each operation. */
type Demand = Pick<About, 'level' | 'shopper'> & {
  /** After the operation's id, the id of the verdict. */
  name: string;
  /** After "Every answer of GET /items". */
  does: string;
  expected: string;
  contract?: string;
  /** Whether it is told only where it is not met. */
  isQuiet?: boolean;
  /** What is wrong with an answer. */
  explain(exchange: Exchange): string | undefined;
};

/** `all` are the calls of the run. */
function demandsOf(origin: string | undefined, slow: number | undefined, all: Exchange[]): Demand[] {
  const demands: Demand[] = [
    {
      name: 'answers',
      does: 'fits openapi.yaml',
      level: 'breaks',
      expected: 'An answer as openapi.yaml describes it.',
      shopper: 'What the answer says is left out, or the call counts as failed.',
      explain: ({ misfit }) => misfit,
    },
  ];
  if (origin)
    demands.push({
      name: 'across origins',
      does: `can be read by a page of ${origin}`,
      level: 'breaks',
      expected: `An answer that lets a page of ${origin} make the call and read what it brings.`,
      shopper: 'The browser stops the call: it counts as failed, whatever the backend has done.',
      explain: (exchange) => explainBlocked(exchange, origin),
    });
  demands.push({
    name: 'soon',
    does: 'comes soon enough',
    level: 'breaks',
    isQuiet: true,
    expected: `An answer within ${PATIENCE.long / 1000} seconds.`,
    contract: 'Shoppers wait five seconds for an answer, and the store ten.',
    shopper: 'They wait, and many leave.',
    explain: ({ isTedious, ms }) =>
      isTedious ? `The third answer in a row that took long: ${Math.round(ms)} ms.` : undefined,
  });
  if (slow)
    demands.push({
      name: 'in time',
      does: `comes within ${slow} ms`,
      level: 'strict',
      expected: `An answer within ${slow} ms.`,
      shopper: 'They wait.',
      explain({ operation, ms }) {
        const times = all.filter((it) => it.operation === operation && it.status).map((it) => it.ms);
        times.sort((one, two) => one - two);
        const [slowest = 0, median = 0] = [times.at(-1), times[Math.floor(times.length / 2)]];
        if (ms < slowest || ms <= slow) return undefined;
        return `The slowest of ${times.length} answers took ${Math.round(slowest)} ms, the median is ${Math.round(median)} ms.`;
      },
    });
  return demands;
}

/** The first of an operation's answers that is not as it should be, with the calls before it. */
function findUnmet({ name, expected, explain }: Demand, { id }: Operation, groups: Exchange[][]): Outcome {
  const isAnswer = (it: Exchange) => it.operation.id === id && it.status > 0;
  for (const exchanges of groups)
    for (const exchange of exchanges.filter(isAnswer)) {
      const got = explain(exchange);
      if (got === undefined) continue;
      // Only what is wrong with its shape is seen by the journeys, too.
      const details = name === 'answers' ? { isOrdinary: true } : { symptom: got, reason: got };
      return { exchanges, ms: 0, unmet: new Unmet(exchange, { expected, got, ...details }) };
    }
  return { exchanges: [], ms: 0, why: groups.flat().some(isAnswer) ? undefined : 'no answer of it was seen' };
}

/** What a failure means: what the journey says, where the answer shows that, and no more than was seen where it does not. */
function tellLess(own: About, { exchange, details }: Unmet): About {
  const { operation, status, misfit } = exchange;
  const { isOrdinary, isBefore } = details;
  const call = `${operation.method} ${operation.path}`;
  const hasFailed = !status || status >= 500;
  const isShown = !hasFailed && !isBefore && (!isOrdinary || own.level === 'breaks');
  const isSeen = simplest[operation.id] === own.id || isShown;
  const less = hasFailed
    ? `An error in place of an answer to ${call}.`
    : `${call} does not work as it should.`;
  return {
    ...own,
    contract: hasFailed || isOrdinary || isBefore || misfit ? operation.description : own.contract,
    shopper: isSeen ? own.shopper : less,
  };
}

const goesOn = {
  id: 'goesOn',
  summary: 'The server goes on answering.',
  level: 'unsafe' as const,
  shopper: 'Nothing works any more, for anybody, after this one call.',
};

/** Adds what random sequences show, as a verdict beside those of the journeys. */
export async function addExploration(run: Run, api: string, exploring: Promise<Exploration>): Promise<void> {
  const exploration = await exploring.catch((error) => {
    if (!(error instanceof CannotCheck || error instanceof Unjudged)) throw error;
    run.stop = { why: error.message };
  });
  if (!exploration) return;
  const { seed, runs, calls, users, fault, isRepeatable, why, ms, isGone } = exploration;
  const { unmet, exchanges = [], password = '', secrets = new Set<string>() } = fault ?? {};
  const about = {
    id: 'randomSequences',
    summary: `${runs} random sequences, ${calls} calls, ${users} shoppers, seed ${seed}.`,
    level: 'breaks' as const,
    contract: unmet?.exchange.operation.description ?? '',
    shopper: 'What shoppers do, one after the other, brings something else than it should.',
  };
  if (unmet && !isRepeatable)
    unmet.details.reason =
      'It did not happen again to new shoppers: chance, or what came before, had a part in it.';
  const tell = makeVerdicts(api, password, makeRedact(exchanges, secrets), secrets);
  const outcome = unmet ? { exchanges, unmet, ms } : { exchanges, why, ms };
  const verdict = tell(unmet ? tellLess(about, unmet) : about, outcome, [`Seed ${seed}.`]);
  run.verdicts.push(verdict);
  if (run.of) run.of.all++;
  if (users && !run.notes.includes(HOW_TO_DELETE)) run.notes.push(HOW_TO_DELETE);
  const { call } = verdict.failure ?? {};
  if (isGone) run.stop = { why: STOPPED, toldBy: about.id, ...(call && { call }) };
}
