/** The JSON value of `body`, or undefined if it is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * The rows of a JSON array, or undefined if `body` is not an array. Drops rows that are not objects or
 * for which `parseRow` returns undefined, and warns once: an invalid row must not hide the valid ones.
 */
export function parseRows<Row>(
  body: string,
  operationId: string,
  parseRow: (row: Record<string, unknown>) => Row | undefined,
): Row[] | undefined {
  const list = parseJson(body);
  if (!Array.isArray(list)) return undefined;
  const rows = list.flatMap((row: unknown) => (isObject(row) ? (parseRow(row) ?? []) : []));
  const dropped = list.length - rows.length;
  if (dropped) {
    console.warn(`${operationId}: dropped ${dropped} of ${list.length} rows: invalid or repeated.`);
  }
  return rows;
}

/** A `parse` for endpoints whose body does not matter. Rejects only HTML, which comes from a proxy and not from the API. */
export const rejectHtml = (body: string) => (body.trimStart().startsWith('<') ? undefined : null);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can be sent as a bearer token: visible ASCII characters only. `fetch` throws on some of the others. */
export const isValidToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

export const isNonEmptyString = (value: unknown): value is string =>
  typeof value === 'string' && value !== '';
