import { findOperation, type Operation, readContract } from '../contract/readContract';
import type { Item } from '../src/store/api.generated';
import { catalogue } from './catalogue';
import { openDb, type Storage } from './db';
import { type Context, type OperationId, operations, Refusal } from './operations';
import {
  readLatency,
  readPreference,
  readSituation,
  type Scenario,
  type Situation,
  scenarios,
  wait,
} from './scenarios';

/** A call that the backend has answered, for the panel and the request log. */
export type CallReport = {
  id: OperationId;
  /** Such as `GET /items?category=Books`. */
  call: string;
  /** 0 where the connection broke. */
  status: number;
  /** From request to answer, in milliseconds. */
  ms: number;
  /** Why the answer does not fit openapi.yaml, or undefined when it does. */
  misfit: string | undefined;
};

type BackendOptions = {
  /** The path that the API is under. */
  base?: string;
  /** The text of `openapi.yaml`. */
  contract: string;
  storage?: Storage;
  items?: readonly Item[];
  onCall?: (report: CallReport) => void;
};

export type Backend = ReturnType<typeof makeBackend>;

/** The mock backend as a function from Request to Response: for the browser, for tests and over HTTP alike. */
export function makeBackend({
  base = '/api',
  contract,
  storage = memory(),
  items = catalogue,
  onCall = () => {},
}: BackendOptions) {
  const contractOperations = readContract<OperationId>(contract);
  const seen = new Map<OperationId, number>();
  let situation: Situation = 'normal';
  let latency = 0;

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
    const operation = findOperation(contractOperations, request.method, path);
    if (!operation) return refuse(404, `openapi.yaml has no ${request.method} ${path}.`);

    const started = performance.now();
    const { id, isSecured } = operation;
    const nth = seen.get(id) ?? 0;
    seen.set(id, nth + 1);
    const { name, only = id } = readSituation(situation);
    let wanted: ReturnType<typeof readPreference>;
    try {
      wanted = readPreference(request.headers.get('prefer'), id);
    } catch (error) {
      return refuse(400, (error as Error).message);
    }
    const current: Scenario = scenarios[only === id ? name : 'normal'];
    const { scenario = current, latency: delay = latency } = wanted;
    if (delay) await wait(delay);
    let isOwn = false;
    const answer = () => {
      isOwn = true;
      return operate(operation, request, path, scenario.items?.(items) ?? items).catch((error: Error) => {
        console.error(`The mock failed at ${id}: ${error.message}`);
        return refuse(500, `The mock failed: ${error.message}`);
      });
    };
    let response = await scenario.respond({ id, isSecured, nth, answer });
    const misfit = await findMisfit(operation, response);
    if (misfit && isOwn) {
      // The mock itself has drifted from the contract, which nobody asked for.
      console.error(`The mock's answer does not fit openapi.yaml. ${misfit}`);
      response = refuse(500, misfit);
    }
    const ms = Math.round(performance.now() - started);
    onCall({ id, call: `${request.method} ${path}${search}`, status: response.status, ms, misfit });
    return response;
  }

  async function operate(
    operation: Operation<OperationId>,
    request: Request,
    path: string,
    stock: readonly Item[],
  ): Promise<Response> {
    const db = await openDb(storage, stock);
    const userId = db.userIdOf(readBearer(request) ?? '') ?? '';
    if (operation.isSecured && !userId) return refuse(401, 'Send the token of a signup or login.');
    const call = await operation.readRequest(request, path);
    if ('problem' in call) return refuse(422, call.problem);
    try {
      const run = operations[operation.id] as (arg: unknown, context: Context) => unknown;
      return Response.json(await run(call.arg, { db, userId }));
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.status, error.message);
      throw error;
    }
  }

  return {
    handle,
    get situation() {
      return situation;
    },
    /** Changes what the backend does from the next call on. Throws where a name is wrong, listing the right ones. */
    use(next: Situation) {
      readSituation(next);
      situation = next;
      // A pattern such as flaky-cart's starts when it is chosen.
      seen.clear();
    },
    get latency() {
      return latency;
    },
    /** Makes every answer take so many milliseconds more. Throws where those are none. */
    delay(ms: number) {
      latency = readLatency(ms);
    },
    /** What the shop sells in this situation. */
    get items() {
      const { items: stock }: Scenario = scenarios[readSituation(situation).name];
      return stock?.(items) ?? items;
    },
  };
}

const refuse = (status: number, message: string) => Response.json({ message }, { status });

const readBearer = (request: Request) =>
  /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];

/** Why an answer does not fit the contract. A broken connection and a backend's own failure (5xx) promise nothing. */
async function findMisfit(operation: Operation, response: Response): Promise<string | undefined> {
  if (response.type === 'error' || response.status >= 500) return undefined;
  const text = await response.clone().text();
  const mediaType = response.headers.get('content-type');
  try {
    return operation.checkAnswer(response.status, mediaType, text && JSON.parse(text));
  } catch {
    return `${operation.id}: the answer is no JSON: ${text.slice(0, 120)}`;
  }
}

/** Keeps the state until the program ends. */
export function memory(): Storage {
  let state: string | null = null;
  return {
    load: () => state,
    save(next) {
      state = next;
    },
  };
}
