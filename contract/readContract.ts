import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { type Described, type Document, operationsOf, PARAMETER, resolve, type Schema } from './openApi.ts';

/** One operation of `openapi.yaml`, with the checks that the file asks for. */
export type Operation<Id extends string = string> = ReturnType<typeof compileOperation> & { id: Id };

/** The version of a contract. */
export const readVersion = (yaml: string): string => parse(yaml).info.version;

/** The contracts read so far: compiling one takes as long as a hundred calls. */
const known = new Map<string, Operation[]>();

/** The operations of an OpenAPI 3.1 text, whose ids the caller may name. Throws where the text is no contract. */
export function readContract<Id extends string>(yaml: string): Operation<Id>[] {
  const operations = known.get(yaml) ?? compileContract(parse(yaml));
  known.set(yaml, operations);
  return operations as Operation<Id>[];
}

/** The operation of a call. A path without parameters comes before one with them, as OpenAPI has it. */
export function findOperation<Id extends string>(
  operations: Operation<Id>[],
  method: string,
  path: string,
): Operation<Id> | undefined {
  const found = operations.filter((it) => it.method === method && it.matches(path));
  return found.find((it) => it.path === path) ?? found[0];
}

/** The path of a call. A parameter without a value becomes one that names nothing. */
export const fillPath = (path: string, values: Record<string, string | number> = {}) =>
  path.replace(PARAMETER, (_, name) => encodeURIComponent(values[name] ?? 'none'));

function compileContract(document: Document): Operation[] {
  /** What does not fit, in words; undefined where all does. */
  const makeExplain = (coerceTypes: boolean) => {
    const options = { allErrors: true, strict: false, verbose: true, useDefaults: true, coerceTypes };
    const ajv = addFormats.default(new Ajv2020(options));
    return (schema: Schema) => {
      // References in it begin at the document.
      const check = ajv.compile({ components: document.components, ...schema });
      return (value: unknown) => (check(value) ? [] : (check.errors ?? []));
    };
  };
  // In an address everything is text.
  const [compile, compileCoercing] = [makeExplain(false), makeExplain(true)];
  return operationsOf(document).map((it) => compileOperation(it, document, compile, compileCoercing));
}

type Compile = (schema: Schema) => (value: unknown) => ErrorObject[];

function compileOperation(
  { id, method, path, description, ways, parameters, body, answers }: Described,
  document: Document,
  compile: Compile,
  compileCoercing: Compile,
) {
  const schemaOf = (own: typeof parameters): Schema => ({
    type: 'object',
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
  });
  const inQuery = parameters.filter((it) => it.in === 'query');
  const checkParameters = compileCoercing(schemaOf(parameters));
  const checkBody = body && compile(body);
  const checks = Object.fromEntries(
    Object.entries(answers).map(([status, { json }]) => [status, json && compile(json)]),
  );
  const bodyName = body?.$ref?.replace(/.*\//, '') ?? body?.title ?? 'body';
  const names = [...path.matchAll(PARAMETER)].map(([, name]) => name as string);
  const literals = path.split(/\{[^}]+\}/).map((it) => it.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${literals.join('([^/]+)')}$`);

  return {
    id,
    method,
    /** Below the API's base path, such as /cart/add or /items/{id}. */
    path,
    /** What the call does, in the contract's words. */
    description,
    /** Whether the call needs a bearer token. */
    isSecured: ways.length > 0,
    hasBody: body !== undefined,
    /** The fields of the query or of the body. */
    fields: body ? resolve(document, body) : schemaOf(inQuery),
    /** Whether a call with this path, below the API's base path, is one of this operation. */
    matches: (at: string) => pattern.test(at),

    /** The argument that the generated client was given, or why the contract refuses the call. `at` is the path, which matches. */
    async readRequest(request: Request, at: string): Promise<{ arg: unknown } | { problem: string }> {
      const search = new URL(request.url).searchParams;
      const inPath = (pattern.exec(at) ?? []).slice(1).map((text, nth) => [names[nth], decode(text)]);
      const given = inQuery.filter((it) => search.has(it.name)).map(({ name }) => [name, search.get(name)]);
      const values = Object.fromEntries([...inPath, ...given]);
      const sent = checkBody && (await request.json().catch(() => undefined));
      const errors = [...checkParameters(values), ...(checkBody?.(sent) ?? [])];
      if (errors.length) return { problem: `${id}: ${explain(errors)}` };
      // The client's one argument, if there is but one, stands for itself (`flattenArg` in openapi-config.ts).
      const name = bodyName.charAt(0).toLowerCase() + bodyName.slice(1);
      const args = { ...values, ...(checkBody && { [name]: sent }) };
      const count = parameters.length + (checkBody ? 1 : 0);
      return { arg: count === 1 ? Object.values(args)[0] : args };
    },

    /** Why the answer does not fit the contract, or undefined when it does. `answer` is the parsed JSON. */
    checkAnswer(status: number, mediaType: string | null, answer: unknown): string | undefined {
      const range = status in checks ? status : `${Math.floor(status / 100)}XX`;
      const check = checks[range];
      if (!(range in checks))
        return `${id}: openapi.yaml has no answer ${status}, only ${Object.keys(checks).join(', ')}.`;
      // The store reads no such body, yet a page with a 2xx did not come from the API.
      if (!check && status < 300 && mediaType?.startsWith('text/html'))
        return `${id}: the answer is an HTML page; something other than the API answered.`;
      if (check && !mediaType?.startsWith('application/json'))
        return `${id}: openapi.yaml asks for application/json, the answer is ${mediaType ?? 'without a type'}.`;
      const errors = check?.(answer) ?? [];
      return errors.length ? `${id}: ${explain(errors)}` : undefined;
    },
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first misfits, each with its field, what the contract asks for and what came. */
function explain(errors: ErrorObject[]): string {
  const misfits = errors.slice(0, 3).map(({ instancePath, message, schema, data, keyword }) => {
    const wanted = keyword === 'required' ? '' : ` (openapi.yaml: ${keyword} ${JSON.stringify(schema)})`;
    return `${instancePath || 'the value'} ${message}${wanted}, but is ${JSON.stringify(data)?.slice(0, 120)}`;
  });
  const more = errors.length > 3 ? [`and ${errors.length - 3} more`] : [];
  return [...misfits, ...more].join('; ');
}
