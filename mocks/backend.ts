import type { Item } from '../src/store/api.generated';
import { catalogue } from './catalogue';
import { type Operation, readContract } from './contract';
import { openDb, type Storage } from './db';
import { type Context, operations, Refusal } from './operations';
import { type ScenarioName, type Situation, scenarios } from './scenarios';

type BackendOptions = {
  /** The text of `openapi.yaml`. */
  contract: string;
  storage?: Storage;
  items?: readonly Item[];
  /** The path that the operations are under. */
  basePath?: string;
};

/** The mock backend as a function from Request to Response: for the browser, for tests and over HTTP alike. */
export function makeBackend({
  contract,
  storage = memory(),
  items = catalogue,
  basePath = '/api',
}: BackendOptions) {
  const contractOperations = readContract(contract);
  const seen = new Map<string, number>();
  let situation: Situation = 'normal';

  async function handle(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(basePath.length);
    const operation = contractOperations.find((it) => it.path === path && it.method === request.method);
    if (!operation) return refuse(404, `openapi.yaml has no ${request.method} ${path}.`);

    const nth = seen.get(operation.id) ?? 0;
    seen.set(operation.id, nth + 1);
    const [name, only = operation.id] = situation.split(':') as [ScenarioName, string?];
    const { id, isSecured } = operation;
    const answer = async () => checked(operation, await respond(operation, request));
    return scenarios[only === id ? name : 'normal'].respond({ id, isSecured, nth, answer });
  }

  async function respond(operation: Operation, request: Request): Promise<Response> {
    const db = await openDb(storage, items);
    const userId = db.userIdOf(readBearer(request) ?? '') ?? '';
    if (operation.isSecured && !userId) return refuse(401, 'Send the token of a signup or login.');
    const call = await operation.readRequest(request);
    if ('problem' in call) return refuse(422, call.problem);
    try {
      const operate = operations[operation.id] as (arg: unknown, context: Context) => unknown;
      return Response.json(await operate(call.arg, { db, userId }));
    } catch (error) {
      if (error instanceof Refusal) return refuse(error.status, error.message);
      throw error;
    }
  }

  return {
    handle,
    /** Changes what the backend does from the next call on. */
    use(next: Situation) {
      situation = next;
    },
  };
}

const refuse = (status: number, message: string) => Response.json({ message }, { status });

const readBearer = (request: Request) =>
  /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];

/** The answer, or a loud 500 when the mock has drifted from the contract. */
async function checked(operation: Operation, response: Response): Promise<Response> {
  const body = await response.clone().json();
  const problem = operation.checkAnswer(response.status, response.headers.get('content-type'), body);
  if (!problem) return response;
  console.error(`The mock's answer does not fit openapi.yaml. ${problem}`);
  return refuse(500, problem);
}

function memory(): Storage {
  let state: string | null = null;
  return {
    load: () => state,
    save(next) {
      state = next;
    },
  };
}
