import type { Operation } from '../contract/openapi/readContract';

/** The argument that the generated client takes for this request, or why the request does not match the contract. */
export async function readRequest(
  operation: Operation,
  request: Request,
  path: string,
): Promise<{ arg: unknown } | { problem: string }> {
  const { parameters, hasBody, bodyName } = operation;
  const query = new URL(request.url).searchParams;
  const inPath = Object.entries(operation.pathValues(path) ?? {}).map(([name, text]) => [name, decode(text)]);
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && query.has(parameter.name))
    .map(({ name }) => [name, query.get(name)]);
  const values = Object.fromEntries([...inPath, ...inQuery]);
  const json = hasBody ? await request.json().catch(() => undefined) : undefined;
  // Also converts `values` in place to the types of the contract.
  const problem = operation.checkRequest(values, json);
  if (problem) return { problem: `${operation.id}: ${problem}` };
  // If there are other arguments, the generated client names the body after its schema, such as loginRequest.
  const key = bodyName.charAt(0).toLowerCase() + bodyName.slice(1);
  const args = { ...values, ...(hasBody && { [key]: json }) };
  // A single argument is not wrapped in an object (`flattenArg` in openapi-config.ts).
  const count = parameters.length + (hasBody ? 1 : 0);
  return { arg: count === 1 ? Object.values(args)[0] : args };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
