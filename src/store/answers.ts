/** The JSON value of `body`, or undefined when it is not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The rows of a JSON list, or undefined when `body` is none. Rows that `readRow` refuses are left out with one warning: they must not hide the others. The list is frozen: else Immer goes through it twice. */
export function readRows<Row>(
  body: string,
  operationId: string,
  readRow: (row: Record<string, unknown>) => Row | undefined,
): Row[] | undefined {
  const list = readJson(body);
  if (!Array.isArray(list)) return undefined;
  const rows = list.flatMap((row: unknown) => (isObject(row) ? (readRow(row) ?? []) : []));
  const left = list.length - rows.length;
  if (left)
    console.warn(`${operationId}: ${left} of ${list.length} rows left out; they do not fit openapi.yaml.`);
  return Object.freeze(rows) as Row[];
}

/** Null for any body but an HTML page, which means that something other than the API answered. */
export const readNothing = (body: string) => (body.trimStart().startsWith('<') ? undefined : null);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value can be sent as a bearer token; anything else would forge a header or be refused as one. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

export const isNumber = (value: unknown): value is number => Number.isFinite(value);

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
