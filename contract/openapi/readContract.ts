import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { checkRule, type FilterRule } from './filterRules.ts';

/** The parts of an OpenAPI 3.1 document that are read here. */
type Document = {
  info: { version: string };
  components?: Record<string, Record<string, object>>;
  paths: Record<
    string,
    { parameters?: Parameter[] } & { [method in (typeof METHODS)[number]]?: OperationObject }
  >;
  security?: object[];
};
type OperationObject = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
  security?: object[];
};
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  'x-filter'?: Omit<FilterRule, 'name'>;
};
type Body = {
  content?: { 'application/json'?: { schema?: Schema; examples?: Record<string, { value: unknown }> } };
};
type Schema = {
  $ref?: string;
  title?: string;
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  format?: string;
  minLength?: number;
  minimum?: number;
};

/** A field of a body, or a parameter of a query. */
export type Field = { name: string; isRequired: boolean; schema: Schema };

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
/** A parameter in a path. */
const PARAMETER = /\{(\w+)\}/g;

/** One operation of `openapi.yaml`, with its checks of requests and responses. */
export type Operation<Id extends string = string> = ReturnType<typeof compileOperation> & { id: Id };

export const readVersion = (yaml: string): string => (parse(yaml) as Document).info.version;

/** Compiling a contract takes as long as a hundred calls. */
const cache = new Map<string, Operation[]>();

/** The operations of an OpenAPI 3.1 text. The caller may name their ids. Throws if the text is not a contract. */
export function readContract<Id extends string>(yaml: string): Operation<Id>[] {
  try {
    const operations = cache.get(yaml) ?? compileContract(parse(yaml));
    cache.set(yaml, operations);
    return operations as Operation<Id>[];
  } catch (error) {
    throw new Error(`openapi.yaml: ${(error as Error).message}`, { cause: error });
  }
}

/** The operation of a call. As OpenAPI demands, a path without parameters comes before one with parameters. */
export function findOperation<Id extends string>(
  operations: Operation<Id>[],
  method: string,
  path: string,
): Operation<Id> | undefined {
  const found = operations.filter((operation) => operation.method === method && operation.pathValues(path));
  return found.find((operation) => operation.path === path) ?? found[0];
}

/** The path of a call, with the values of its parameters. */
export const fillPath = (path: string, values: Record<string, string> = {}) =>
  path.replace(PARAMETER, (_, name) => encodeURIComponent(`${values[name]}`));

function compileContract(document: Document): Operation[] {
  const { components, paths, security = [] } = resolve(document);
  // `npm run lint` validates the schemas themselves. Here it would take most of the time.
  const options = { allErrors: true, strict: false, verbose: true, useDefaults: true, validateSchema: false };
  const ajv = addFormats.default(new Ajv2020(options));
  // Parameters in an address are strings.
  const coercingAjv = addFormats.default(new Ajv2020({ ...options, coerceTypes: true }));
  const compile: Compile = (schema, isParameter = false) => {
    // References start at the document.
    const validate = (isParameter ? coercingAjv : ajv).compile({ components, ...schema });
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  };
  return Object.entries(paths).flatMap(([path, { parameters = [], ...operations }]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const all = [...parameters, ...(operation.parameters ?? [])];
      const schema = schemaOf(operation.requestBody);
      const target = schema?.$ref?.replace(/.*\//, '') ?? '';
      const bodySchema = components?.schemas?.[target] ?? schema;
      const fields = fieldsOf(bodySchema);
      return compileOperation(method, path, { security, ...operation, parameters: all }, fields, compile);
    }),
  );
}

/** Replaces references by their targets. Ajv follows the references in schemas. */
function resolve(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, value) => {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value?.$ref) ?? [];
    return kind && kind !== 'schemas' ? document.components?.[kind]?.[name] : value;
  });
}

type Validate = (value: unknown) => ErrorObject[];
type Compile = (schema: object, isParameter?: boolean) => Validate;

const fieldsOf = ({ properties = {}, required = [] }: Schema = {}): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, isRequired: required.includes(name), schema }));

function compileOperation(
  method: string,
  path: string,
  operation: OperationObject,
  fields: Field[],
  compile: Compile,
) {
  const { operationId: id, description = '', parameters = [], security = [] } = operation;
  const body = schemaOf(operation.requestBody);
  const checkBody = body && compile(body);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const properties = Object.fromEntries(parameters.map(({ name, schema = {} }) => [name, schema]));
  const checkParameters = compile({ type: 'object', required, properties }, true);
  const responses = new Map<string, Validate | undefined>();
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const schema = schemaOf(response);
    responses.set(status, schema && compile(schema));
  }
  const pattern = new RegExp(`^${path.replace(PARAMETER, '(?<$1>[^/]+)')}$`);

  return {
    id,
    method: method.toUpperCase(),
    /** Below the API's base path, such as /cart/add or /items/{id}. */
    path,
    description,
    parameters,
    filters: parameters.flatMap(({ name, 'x-filter': rule }): FilterRule[] =>
      rule ? [checkRule({ name, ...rule })] : [],
    ),
    bodyName: body?.$ref?.replace(/.*\//, '') ?? body?.title ?? 'body',
    hasBody: body !== undefined,
    fields,
    /** The first example of a body. */
    example: exampleOf(operation.requestBody) as Record<string, unknown> | undefined,
    /** Whether the call needs a bearer token. */
    isSecured: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),

    /** The encoded parameters in a path of this operation; undefined for any other path. */
    pathValues(candidate: string): Record<string, string> | undefined {
      const match = pattern.exec(candidate);
      return match ? { ...match.groups } : undefined;
    },

    /** Why a request does not fit the contract, or undefined if it does. Converts the types of the parameters. */
    checkRequest(values: Record<string, unknown>, json: unknown): string | undefined {
      const errors = [...checkParameters(values), ...(checkBody?.(json) ?? [])];
      // Without the values, because one of them may be a password.
      return errors.map(describe).join('; ') || undefined;
    },

    /** Why a response does not fit the contract, or undefined if it does. `body` is parsed, or the text if it is not JSON. */
    checkResponse(status: number, body: unknown): string | undefined {
      const range = `${Math.floor(status / 100)}XX`;
      const name = responses.has(`${status}`) ? `${status}` : range;
      if (!responses.has(name)) return `status ${status} is not one of ${[...responses.keys()].join(', ')}`;
      return checkContent(responses.get(name), status, body);
    },
  };
}

const schemaOf = (body: Body | undefined) => body?.content?.['application/json']?.schema;
const exampleOf = (body: Body | undefined) =>
  Object.values(body?.content?.['application/json']?.examples ?? {})[0]?.value;

function checkContent(validate: Validate | undefined, status: number, body: unknown) {
  // The store does not read a body without a schema, but an HTML page did not come from the API.
  if (!validate && status < 300 && typeof body === 'string' && body.trimStart().startsWith('<'))
    return 'the response is an HTML page, which does not come from the API';
  const errors = validate?.(body) ?? [];
  const [first] = errors;
  if (!first) return undefined;
  // Rows often have the same errors.
  const [, ...others] = new Set(errors.map((error) => describe(error).replace(/\/\d+/g, '/#')));
  const also = others.map((kind) => `; ${kind}`).join('');
  const count = errors.length > 1 ? `; ${errors.length} errors` : '';
  return `${describe(first)}, but is ${JSON.stringify(first.data)?.slice(0, 120)}${also}${count}`;
}

const describe = ({ instancePath, message }: ErrorObject) => `${instancePath || 'the value'} ${message}`;
