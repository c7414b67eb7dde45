/** The JSON value of `body`, or undefined if it is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The rows of a JSON array: `all`, and the `valid` ones. Calls `onInvalid` once if `body` is no array or has invalid rows.
 * Returns undefined for a list whose rows are all invalid: as an empty list, it would tell shoppers that the shop has nothing to sell.
 */
export function parseRows<Row>(
  body: string,
  isValid: (row: unknown) => row is Row,
  onInvalid: (value: unknown) => void,
): { all: unknown[]; valid: Row[] } | undefined {
  const all = parseJson(body);
  const valid = Array.isArray(all) ? all.filter(isValid) : [];
  if (!Array.isArray(all) || valid.length < all.length) onInvalid(all);
  return Array.isArray(all) && (valid.length || !all.length) ? { all, valid } : undefined;
}

/** The fields that an object needs, and what their values must be. */
export type FieldChecks = Record<string, (value: unknown) => boolean>;

export const hasFields = (value: unknown, fields: FieldChecks): value is Record<string, unknown> =>
  isObject(value) && Object.keys(fields).every((name) => fields[name]?.(value[name]));

/** Called with what is wrong with a response. */
export type Report = (problem: string) => void;

/** A `parse` for endpoints whose body does not matter. Rejects only HTML, which comes from a proxy and not from the API. */
export function rejectHtml(body: string, report: Report): null | undefined {
  if (!body.trimStart().startsWith('<')) return null;
  report('the response is an HTML page, which does not come from the API');
  return undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can be sent as a bearer token: visible ASCII characters only. `fetch` throws on some of the others. */
export const isValidToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

export const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';

/** A number of pieces. Beyond safe integers, sums would be wrong. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
