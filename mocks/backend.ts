import { findOperation, type Operation, readContract } from '../contract/openapi/readContract';
import type { Item } from '../src/store/api.generated';
import { catalogue } from './catalogue';
import { openDb, type StateStorage } from './db';
import { errorResponse, HttpError } from './httpError';
import { type OperationContext, type OperationId, operations } from './operations';
import { readRequest } from './readRequest';
import {
  checkLatency,
  parseSetting,
  type Scenario,
  type ScenarioSetting,
  scenarioFor,
  scenarios,
  wait,
} from './scenarios';

/** A handled call, for the panel and the log. */
export type CallReport = {
  id: OperationId;
  /** For example `GET /items?category=Books`. */
  call: string;
  /** 0 for a network error. */
  status: number;
  /** Time from request to response. */
  ms: number;
  /** How the response violates the contract. */
  violation: string | undefined;
};

type BackendOptions = {
  /** The path of the API. */
  base?: string;
  /** The text of `openapi.yaml`. */
  contract: string;
  storage?: StateStorage;
  items?: readonly Item[];
  onCall?: (report: CallReport) => void;
};

export type Backend = ReturnType<typeof makeBackend>;

const MAX_RECENT_CALLS = 10;

/** The mock backend: handles a Request and returns a Response. Runs in the browser, in tests and in an HTTP server. */
export function makeBackend({
  base = '/api',
  contract,
  storage = memoryStorage(),
  items = catalogue,
  onCall = () => {},
}: BackendOptions) {
  const contractOperations = readContract<OperationId>(contract);
  const callCounts = new Map<OperationId, number>();
  const recentCalls: CallReport[] = [];
  let setting: ScenarioSetting = 'normal';
  let parsedSetting = parseSetting(setting);
  let latency = 0;

  const itemsIn = (scenario: Scenario) => scenario.changeItems?.(items) ?? items;

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith(`${base}/`))
      return errorResponse(404, `The API is at ${base}, not at ${pathname}.`);
    const path = pathname.slice(base.length);
    const operation = findOperation(contractOperations, request.method, path);
    if (!operation) return errorResponse(404, `openapi.yaml has no ${request.method} ${path}.`);

    const startTime = performance.now();
    const { id, isSecured } = operation;
    const previousCalls = callCounts.get(id) ?? 0;
    callCounts.set(id, previousCalls + 1);
    const scenario = scenarioFor(parsedSetting, id) ?? scenarios.normal;
    if (latency > 0) await wait(latency);

    let normalResponse: Response | undefined;
    const respondNormally = async () => {
      normalResponse = await runOperation(operation, request, path, itemsIn(scenario));
      return normalResponse;
    };
    let response = await scenario.respond({ id, isSecured, previousCalls, respondNormally });
    const violation = await findViolation(operation, response);
    if (violation && response === normalResponse) {
      // The mock's own response is wrong: a bug. Only a scenario may violate the contract.
      console.error(`The mock's response does not match openapi.yaml. ${violation}`);
      response = errorResponse(500, violation);
    }

    const ms = Math.round(performance.now() - startTime);
    const report = { id, call: `${request.method} ${path}${search}`, status: response.status, ms, violation };
    recentCalls.unshift(report);
    recentCalls.splice(MAX_RECENT_CALLS);
    onCall(report);
    return response;
  }

  async function runOperation(
    operation: Operation<OperationId>,
    request: Request,
    path: string,
    items: readonly Item[],
  ): Promise<Response> {
    try {
      const db = await openDb(storage, items);
      const userId = db.findUserId(readBearerToken(request)) ?? '';
      if (operation.isSecured && !userId) throw new HttpError(401, 'This call needs a valid token.');
      const isJson = request.headers.get('content-type')?.startsWith('application/json');
      if (operation.hasBody && !isJson) throw new HttpError(415, 'Send Content-Type: application/json.');
      const result = await readRequest(operation, request, path);
      if ('problem' in result) throw new HttpError(422, result.problem);
      const run = operations[operation.id] as (arg: unknown, context: OperationContext) => unknown;
      return Response.json(await run(result.arg, { db, userId, filters: operation.filters }));
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof HttpError) return errorResponse(error.status, message);
      console.error(`The mock failed in ${operation.id}: ${message}`);
      return errorResponse(500, `The mock failed: ${message}`);
    }
  }

  return {
    handle,
    /** The latest calls, newest first. */
    recentCalls,
    get setting() {
      return setting;
    },
    /** Sets the scenario. Throws if the name is unknown. */
    use(newSetting: ScenarioSetting) {
      parsedSetting = parseSetting(newSetting);
      setting = newSetting;
      // So that flaky-cart fails the next call.
      callCounts.clear();
    },
    get latency() {
      return latency;
    },
    /** Sets the extra latency of every response. Throws unless it is 0 or more. */
    setLatency(ms: number) {
      latency = checkLatency(ms);
    },
    /** The items that a seeded cart may contain in the current scenario. */
    get items() {
      return itemsIn(parsedSetting.scenario);
    },
  };
}

const readBearerToken = (request: Request) =>
  /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';

/** Ignores network errors and 5xx, which the contract does not describe. */
async function findViolation(operation: Operation, response: Response): Promise<string | undefined> {
  if (response.type === 'error' || response.status >= 500) return undefined;
  const text = await response.clone().text();
  try {
    const problem = operation.checkResponse(response.status, text && JSON.parse(text));
    return problem && `${operation.id}: ${problem}`;
  } catch {
    return `${operation.id}: the response is not JSON: ${text.slice(0, 120)}`;
  }
}

export function memoryStorage(): StateStorage {
  let state: string | null = null;
  return {
    load: () => state,
    save(newState) {
      state = newState;
    },
  };
}
