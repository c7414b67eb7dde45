import type { Failure } from './errors.ts';
import { type Exchange, isSuccess, nameOf } from './exchange.ts';
import { evidenceOf } from './expect.ts';

export type Explanation = { cause?: string | undefined; evidence: string };

export const isTokenRefused = ({ exchange, details }: Failure) =>
  (exchange.status === 401 || exchange.status === 403) &&
  exchange.sent.token !== undefined &&
  details.level === 'breaks';

/** The cause of a failure, where `history`, all exchanges of the run, excludes others. */
export function explain(failure: Failure, history: Exchange[]): Explanation {
  const { exchange, details } = failure;
  const evidence = evidenceOf(failure);
  if (details.cause || details.evidence) return { cause: details.cause, evidence };
  const redirect = explainRedirect(exchange);
  if (redirect) return { cause: redirect, evidence };
  if (isTokenRefused(failure)) return explainRefusedToken(exchange, history);
  const isMalformed = isSuccess(exchange) && exchange.problem;
  return { cause: isMalformed ? explainShape(exchange.body, `${exchange.problem}`) : undefined, evidence };
}

function explainRedirect({ operation, body, hops, status }: Exchange): string | undefined {
  const name = nameOf(operation);
  if (`${body}`.startsWith('redirects to '))
    return `${name} ${body}, another origin, which gets no token: answer at the address that the store calls.`;
  const lossy = hops.find((hop) => hop.status < 307);
  if (operation.method === 'GET' || !lossy || isSuccess({ status })) return undefined;
  return `${name} is redirected with ${lossy.status}, which browsers follow with GET: answer at this address, or redirect with 308.`;
}

function explainRefusedToken(exchange: Exchange, history: Exchange[]): Explanation {
  const { token } = exchange.sent;
  const others = history.filter(
    (other) => other !== exchange && other.operation.isSecured && other.sent.token,
  );
  const wasAccepted = others.some((other) => other.sent.token === token && isSuccess(other));
  if (wasAccepted)
    return { cause: 'The same token was accepted before: the session has ended.', evidence: 'session ended' };
  const isNeverAccepted = others.length > 0 && !others.some(isSuccess);
  return {
    cause: isNeverAccepted ? 'No call accepts the tokens that signup and login return.' : undefined,
    evidence: 'a new token is refused',
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that other backends give the fields. */
const ALIASES: Record<string, RegExp> = {
  token: /token|jwt|session/i,
  _id: /^(id|uuid|.*id)$/i,
  name: /^(title|label|.*name)$/i,
  description: /^(text|desc|summary|details)$/i,
  price: /price|amount|cost|cents/i,
  category: /^(group|type|categories|.*category.*)$/i,
  quantity: /^(qty|count|amount|.*quantity.*)$/i,
  item: /^(product|article|.*item.*)$/i,
};

function explainShape(body: unknown, problem: string): string | undefined {
  if (problem.includes('must be array') && isObject(body)) {
    const [name] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
    return name && `The list is inside "${name}": answer with the bare list.`;
  }
  const [, missing] = /must have required property '(\w+)'/.exec(problem) ?? [];
  if (missing) {
    const owner = Array.isArray(body) ? body.find(isObject) : body;
    const name = isObject(owner) ? findAlias(owner, missing) : undefined;
    return name && `"${missing}" is missing, and "${name}" is there: rename it.`;
  }
  if (/must be (number|integer).*but is "[-\d.]+"/.test(problem)) return 'A number is sent as a string.';
  return undefined;
}

/** Looks one level down, too, because some backends wrap their responses. */
function findAlias(owner: Record<string, unknown>, missing: string): string | undefined {
  const names = Object.entries(owner).flatMap(([name, value]) =>
    isObject(value) ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
  );
  return names.find((name) => ALIASES[missing]?.test(name.split('.').at(-1) ?? ''));
}

/** At the end of a run: whether an operation is missing altogether. */
export function explainMissing({ operation, status }: Exchange, history: Exchange[]): string | undefined {
  if (status !== 404 && status !== 405) return undefined;
  const calls = history.filter(
    (other) => other.operation.id === operation.id && other.operation.method === operation.method,
  );
  if (calls.some((other) => other.status !== status)) return undefined;
  return `There is nothing at ${nameOf(operation)}: every call of it (${calls.length}) is answered with ${status}.`;
}
