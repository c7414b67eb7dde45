import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types';
import { parse } from 'yaml';

type Parameter = OpenApi.ParameterObject;
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

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
  const found = operations.filter((operation) => operation.method === method && operation.pathValues(path));
  return found.find((operation) => operation.path === path) ?? found[0];
}

/** The path of a call. A parameter without a value becomes an unknown id. */
export const fillPath = (path: string, values: Record<string, string | number> = {}) =>
  path.replace(PARAMETER, (_, name) => encodeURIComponent(values[name] ?? 'none'));

type Validate = (value: unknown) => ErrorObject[];
type Compile = (schema: object, isParameter?: boolean) => Validate;

function compileContract(document: OpenApi.Document): Operation[] {
  const options = { allErrors: true, strict: false, verbose: true, useDefaults: true };
  const ajv = addFormats.default(new Ajv2020(options));
  // Parameters in an address are strings.
  const coercingAjv = addFormats.default(new Ajv2020({ ...options, coerceTypes: true }));
  const compile: Compile = (schema, isParameter = false) => {
    // References start at the document.
    const full = { components: document.components, ...schema };
    const validate = (isParameter ? coercingAjv : ajv).compile(full);
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  };
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const parameters = all.map((parameter) => resolve(document, parameter));
      return compileOperation({ path, method, operation, parameters }, document, compile);
    }),
  );
}

/** Follows a reference to its target. */
function resolve<Value extends object>(document: object, value: Value | OpenApi.ReferenceObject): Value {
  if (!('$ref' in value)) return value;
  const names = value.$ref.split('/').slice(1);
  const target = names.reduce<unknown>((parent, name) => Object(parent)[name], document);
  return resolve<Value>(document, Object(target));
}

type Body = OpenApi.ReferenceObject | OpenApi.RequestBodyObject | OpenApi.ResponseObject;

function jsonSchemaOf(document: OpenApi.Document, body: Body = { content: {} }) {
  const json = resolve(document, body).content?.['application/json'];
  return json && (json.schema ?? {});
}

type Route = { path: string; method: string; operation: OpenApi.OperationObject; parameters: Parameter[] };

function compileOperation(route: Route, document: OpenApi.Document, compile: Compile) {
  const { path, method, operation, parameters } = route;
  const { operationId: id = '', description = '', security = document.security ?? [] } = operation;
  const body = jsonSchemaOf(document, operation.requestBody);
  const checkParameters = compile(schemaOf(parameters), true);
  const checkBody = body && compile(body);
  const responses: Responses = new Map();
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const schema = jsonSchemaOf(document, response);
    responses.set(status, schema && compile(schema));
  }
  const names = [...path.matchAll(PARAMETER)].map(([, name]) => name as string);
  const pattern = patternOf(path);

  return {
    id,
    method: method.toUpperCase(),
    /** Below the API's base path, such as /cart/add or /items/{id}. */
    path,
    description,
    parameters,
    /** The name of the body's schema. */
    bodyName: Object(body).$ref?.replace(/.*\//, '') ?? Object(body).title ?? 'body',
    hasBody: body !== undefined,
    /** Whether the call needs a bearer token. */
    isSecured: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),

    /** The encoded parameters in a path of this operation; undefined for any other path. */
    pathValues(candidate: string): Record<string, string> | undefined {
      const values = pattern.exec(candidate)?.slice(1);
      return values && Object.fromEntries(values.map((value, i) => [names[i], value]));
    },

    /** Why a request does not fit the contract, or undefined if it does. Converts the types of the parameters. */
    checkRequest(values: Record<string, unknown>, json: unknown): string | undefined {
      const errors = [...checkParameters(values), ...(checkBody?.(json) ?? [])];
      // Without the values, because one of them may be a password.
      return errors.map(describe).join('; ') || undefined;
    },

    /** Why a response does not fit the contract, or undefined if it does. `json` is its parsed body. */
    checkAnswer(status: number, mediaType: string | null, json: unknown): string | undefined {
      return checkResponse(responses, status, mediaType?.toLowerCase() ?? '', json);
    },
  };
}

const schemaOf = (parameters: Parameter[]) => ({
  type: 'object',
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
});

function patternOf(path: string): RegExp {
  const literals = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('([^/]+)')}$`);
}

/** The check of the body, by a status or a range such as 2XX. */
type Responses = Map<string, Validate | undefined>;

function checkResponse(responses: Responses, status: number, mediaType: string, json: unknown) {
  const key = [`${status}`, `${Math.floor(status / 100)}XX`].find((name) => responses.has(name));
  if (!key) return `status ${status} is not one of ${[...responses.keys()].join(', ')}`;
  const check = responses.get(key);
  // The store reads no such body, but an HTML page did not come from the API.
  if (!check && status < 300 && mediaType.startsWith('text/html'))
    return 'the response is an HTML page, which does not come from the API';
  if (!check) return undefined;
  if (!mediaType.startsWith('application/json'))
    return `the response must be application/json, but is ${mediaType || 'without a Content-Type'}`;
  const [first, ...others] = check(json);
  if (!first) return undefined;
  const more = others.length ? `; and ${others.length} more` : '';
  return `${describe(first)}, but is ${JSON.stringify(first.data)?.slice(0, 120)}${more}`;
}

const describe = ({ instancePath, message }: ErrorObject) => `${instancePath || 'the value'} ${message}`;
