import { type FieldChecks, isCount, isFiniteNumber, isNonEmptyString, isObject } from './responses';

// Explains invalid responses to the developers of the backend, in the words of the mock backend. Not in responses.ts, because these
// texts would make the first-cards script too large.

const types = new Map<FieldChecks[string], string>([
  [isNonEmptyString, 'non-empty string'],
  [isFiniteNumber, 'number'],
  [isCount, 'safe integer >= 1'],
]);

const NOT_JSON = 'the response is not JSON';

/** The first problem of a list, and how many rows have one. `findProblem` returns a path in the row and what is wrong there. */
export function explainList(list: unknown, findProblem: (row: unknown) => string | undefined): string {
  if (list === undefined) return NOT_JSON;
  if (!Array.isArray(list)) return `the value must be array, but is ${describeValue(list)}`;
  const problems = list.flatMap((row, index) => {
    const problem = findProblem(row);
    return problem ? `/${index}${problem}` : [];
  });
  return `${problems[0]} (invalid rows: ${problems.length} of ${list.length})`;
}

/** The first problem of an object that needs these fields. `path` is where the object is in its row. */
export function findFieldProblem(value: unknown, fields: FieldChecks, path = ''): string | undefined {
  if (!isObject(value)) return `${path} must be object, but is ${describeValue(value)}`;
  for (const [name, isValid] of Object.entries(fields)) {
    const field = value[name];
    if (field === undefined)
      return `${path} must have required property '${name}', but is ${describeValue(value)}`;
    // Fields that are checked hold no secrets, so the console may show their values.
    if (!isValid(field)) return `${path}/${name} must be ${types.get(isValid)}, but is ${show(field)}`;
  }
  return undefined;
}

export const show = (value: unknown) => JSON.stringify(value).slice(0, 120);

/** The type of a value and its keys, but nothing else that it contains: it may be secret. */
function describeValue(value: unknown): string {
  if (isObject(value)) return `object with the keys ${show(Object.keys(value))}`;
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** What is wrong with the response of a signup or login. */
export function explainToken(response: unknown): string {
  if (response === undefined) return NOT_JSON;
  if (isObject(response) && 'token' in response) return '/token must be string of visible ASCII characters';
  return `the value must have required property 'token', but is ${describeValue(response)}`;
}
