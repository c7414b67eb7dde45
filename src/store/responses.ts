// Validates responses. Explains invalid ones to the developers of the backend, in the words of the mock backend.

/** Called with what is wrong with a response. */
export type Report = (problem: string) => void;

export const warnAboutResponse = (endpoint: string, problem: string) =>
  console.warn(`${endpoint}: ${problem}`);

/** The JSON value of `body`, or undefined if it is not JSON. */
export function parseJson(body: string, report: Report): unknown {
  try {
    return JSON.parse(body);
  } catch {
    report('the response is not JSON');
    return undefined;
  }
}

/**
 * The rows of a JSON array: `all`, and the `valid` ones. `findRowProblem` returns what is wrong with the row at `path`.
 * Returns undefined for a list whose rows are all invalid: as an empty list, it would tell shoppers that the shop has nothing to sell.
 */
export function parseRows<Row>(
  body: string,
  findRowProblem: (row: unknown, path: string) => string | undefined,
  report: Report,
): { all: unknown[]; valid: Row[] } | undefined {
  const all = parseJson(body, report);
  if (all === undefined) return undefined;
  if (!Array.isArray(all)) {
    report(`the value must be array, but is ${describeValue(all)}`);
    return undefined;
  }
  const problems: string[] = [];
  const valid = all.filter((row, index) => {
    const problem = findRowProblem(row, `/${index}`);
    if (problem !== undefined) problems.push(problem);
    return problem === undefined;
  });
  if (problems.length) report(`${problems[0]} (invalid rows: ${problems.length} of ${all.length})`);
  return valid.length || !all.length ? { all, valid } : undefined;
}

/** What a field must be. */
const types = {
  'non-empty string': (value: unknown) => typeof value === 'string' && value !== '',
  number: (value: unknown) => Number.isFinite(value),
  // Beyond safe integers, sums would be wrong.
  'safe integer >= 1': (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
};

/** The fields that an object needs. */
export type Fields = Record<string, keyof typeof types>;

/** What the list and the cart need of an item. */
export const itemFields: Fields = { _id: 'non-empty string', name: 'non-empty string', price: 'number' };

/** The first problem of an object that needs these fields. `path` is where the object is in the response. */
export function findProblem(value: unknown, fields: Fields, path = ''): string | undefined {
  const object = path || 'the value';
  if (!isObject(value)) return `${object} must be object, but is ${describeValue(value)}`;
  for (const [name, type] of Object.entries(fields)) {
    const field = value[name];
    if (field === undefined)
      return `${object} must have required property '${name}', but is ${describeValue(value)}`;
    // Fields that are checked hold no secrets, so the console may show their values.
    if (!types[type](field)) return `${path}/${name} must be ${type}, but is ${show(field)}`;
  }
  return undefined;
}

export const show = (value: unknown) => JSON.stringify(value).slice(0, 120);

/** The type of a value and its keys, but nothing else that it contains: it may be secret. */
export function describeValue(value: unknown): string {
  if (isObject(value)) return `object with the keys ${show(Object.keys(value))}`;
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can be sent as a bearer token: visible ASCII characters only. `fetch` throws on some of the others. */
export const isValidToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** A `parse` for endpoints whose body does not matter. Rejects only HTML, which comes from a proxy and not from the API. */
export function rejectHtml(body: string, report: Report): null | undefined {
  if (!body.trimStart().startsWith('<')) return null;
  report('the response is an HTML page, which does not come from the API');
  return undefined;
}
