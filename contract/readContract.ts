import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Schema = {
  $ref?: string;
  title?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
};
type Media = { content?: Record<string, { schema?: Schema }> };
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };
type OperationObject = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Media;
  responses?: Record<string, Media>;
  security?: object[];
};
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
type PathItem = { parameters?: Parameter[] } & Partial<Record<(typeof METHODS)[number], OperationObject>>;
type Document = {
  info: { version: string };
  paths: Record<string, PathItem>;
  security?: object[];
  components?: object;
};

/** One operation of `openapi.yaml`, with its checks of requests and responses. */
export type Operation<Id extends string = string> = ReturnType<typeof compileOperation> & { id: Id };

const PARAMETER = /\{([^}]+)\}/g;

export const readVersion = (yaml: string): string => parse(yaml).info.version;

/** Compiling a contract takes as long as a hundred calls. */
const cache = new Map<string, Operation[]>();

/** The operations of an OpenAPI 3.1 text. The caller may name their ids. Throws if the text is not a contract. */
export function readContract<Id extends string>(yaml: string): Operation<Id>[] {
  const operations = cache.get(yaml) ?? compileContract(parse(yaml));
  cache.set(yaml, operations);
  return operations as Operation<Id>[];
}

/** The operation of a call. As OpenAPI demands, a path without parameters comes before one with parameters. */
export function findOperation<Id extends string>(
  operations: Operation<Id>[],
  method: string,
  path: string,
): Operation<Id> | undefined {
  const found = operations.filter((operation) => operation.method === method && operation.matches(path));
  return found.find((operation) => operation.path === path) ?? found[0];
}

/** The path of a call. A parameter without a value becomes an unknown id. */
export const fillPath = (path: string, values: Record<string, string | number> = {}) =>
  path.replace(PARAMETER, (_, name) => encodeURIComponent(values[name] ?? 'none'));

type Validate = (value: unknown) => ErrorObject[];
type Compile = (schema: Schema, isParameter?: boolean) => Validate;

const makeAjv = (coerceTypes: boolean) =>
  addFormats.default(
    new Ajv2020({ allErrors: true, strict: false, verbose: true, useDefaults: true, coerceTypes }),
  );

function compileContract(document: Document): Operation[] {
  const ajv = makeAjv(false);
  // Parameters in an address are strings.
  const coercingAjv = makeAjv(true);
  const compile: Compile = (schema, isParameter = false) => {
    // References start at the document.
    const full = { components: document.components, ...schema };
    const validate = (isParameter ? coercingAjv : ajv).compile(full);
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const parameters = all.map((parameter) => resolve(document, parameter));
      return compileOperation({ ...operation, parameters }, method, path, document, compile);
    }),
  );
}

/** Follows a reference to its target. */
function resolve<Value extends object>(document: object, value: Value): Value {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], document);
  return resolve(document, (target ?? {}) as Value);
}

function jsonSchemaOf(document: Document, media: Media = {}): Schema | undefined {
  const { content = {} } = resolve(document, media);
  const json = content['application/json'];
  return json && (json.schema ?? {});
}

function compileOperation(
  operation: OperationObject,
  method: string,
  path: string,
  document: Document,
  compile: Compile,
) {
  const {
    operationId: id,
    description = '',
    parameters = [],
    security = document.security ?? [],
  } = operation;
  const body = jsonSchemaOf(document, operation.requestBody);
  const checkParameters = compile(schemaOf(parameters), true);
  const checkBody = body && compile(body);
  const bodyName = body?.$ref?.replace(/.*\//, '') ?? body?.title ?? 'body';
  const checks = Object.entries(operation.responses ?? {}).map(([status, response]): StatusCheck => {
    const schema = jsonSchemaOf(document, response);
    return [status, schema && compile(schema)];
  });
  const pattern = patternOf(path);
  const pathNames = [...path.matchAll(PARAMETER)].map(([, name]) => name as string);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);

  return {
    id,
    method: method.toUpperCase(),
    /** Below the API's base path, such as /cart/add or /items/{id}. */
    path,
    description,
    /** Whether the call needs a bearer token. */
    isSecured: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
    hasBody: body !== undefined,
    /** Whether a path, below the API's base path, is one of this operation. */
    matches: (candidate: string) => pattern.test(candidate),

    /** The argument of the generated client, or the problem for which the contract refuses the call. */
    async readRequest(request: Request, at: string): Promise<{ arg: unknown } | { problem: string }> {
      const search = new URL(request.url).searchParams;
      const inPath = (pattern.exec(at) ?? []).slice(1).map((text, i) => [pathNames[i], decode(text)]);
      const given = inQuery.filter((name) => search.has(name)).map((name) => [name, search.get(name)]);
      const values = Object.fromEntries([...inPath, ...given]);
      const json = checkBody && (await request.json().catch(() => undefined));
      const errors = [...checkParameters(values), ...(checkBody?.(json) ?? [])];
      if (errors.length) return { problem: `${id}: ${explain(errors, true)}` };
      // A single argument is not wrapped in an object (`flattenArg` in openapi-config.ts).
      const key = bodyName.charAt(0).toLowerCase() + bodyName.slice(1);
      const args = { ...values, ...(checkBody && { [key]: json }) };
      const count = parameters.length + (checkBody ? 1 : 0);
      return { arg: count === 1 ? Object.values(args)[0] : args };
    },

    /** Why the response does not fit the contract, or undefined if it does. `answer` is the parsed JSON. */
    checkAnswer(status: number, mediaType: string | null, answer: unknown): string | undefined {
      const problem = checkResponse(checks, status, mediaType?.toLowerCase() ?? '', answer);
      return problem && `${id}: ${problem}`;
    },
  };
}

const schemaOf = (parameters: Parameter[]): Schema => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
});

function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('([^/]+)')}$`);
}

type StatusCheck = [status: string, check: Validate | undefined];

function checkResponse(checks: StatusCheck[], status: number, mediaType: string, answer: unknown) {
  const range = `${Math.floor(status / 100)}XX`;
  const found = checks.find(([key]) => key === `${status}`) ?? checks.find(([key]) => key === range);
  if (!found) {
    const known = checks.map(([key]) => key).join(', ');
    return `openapi.yaml has no response ${status}, only ${known}.`;
  }
  const [, check] = found;
  // The store reads no such body, but an HTML page did not come from the API.
  if (!check && status < 300 && mediaType.startsWith('text/html'))
    return 'the response is an HTML page; something other than the API answered.';
  if (!check) return undefined;
  if (!mediaType.startsWith('application/json'))
    return `openapi.yaml asks for application/json, the response is ${mediaType || 'without a type'}.`;
  const errors = check(answer);
  return errors.length ? explain(errors) : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first three errors: field, demand and actual value. */
function explain(errors: ErrorObject[], isRequest = false): string {
  const texts = errors.slice(0, 3).map(({ instancePath, message, schema, data, keyword }) => {
    const demand = keyword === 'required' ? '' : ` (openapi.yaml: ${keyword} ${JSON.stringify(schema)})`;
    // A body that lacks a field may have a password in another one.
    const isSecret = isRequest && (keyword === 'required' || /password/i.test(instancePath));
    const value = isSecret ? '' : `, but is ${JSON.stringify(data)?.slice(0, 120)}`;
    return `${instancePath || 'the value'} ${message}${demand}${value}`;
  });
  const more = errors.length > 3 ? [`and ${errors.length - 3} more`] : [];
  return [...texts, ...more].join('; ');
}
