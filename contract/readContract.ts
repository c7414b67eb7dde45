import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { resolve } from './subset.ts';

export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
};
type Media = { content?: Record<string, { schema: Schema & { title?: string } }> };
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type OperationObject = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media & { $ref?: string }>;
  security?: unknown[];
};
type PathItem = { parameters?: Parameter[] } & Record<(typeof METHODS)[number], OperationObject | undefined>;
type Document = { paths: Record<string, PathItem>; security?: unknown[] };

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** One operation of `openapi.yaml`, with the checks that the file asks for. */
export type Operation<Id extends string = string> = {
  id: Id;
  method: string;
  /** Below the API's base path, such as /cart/add or /items/{id}. */
  path: string;
  /** What the call does, in the contract's words. */
  description: string;
  /** Whether the call needs a bearer token. */
  isSecured: boolean;
  hasBody: boolean;
  /** The fields of the query or of the body. */
  fields: Schema;
  /** Whether a call with this path, below the API's base path, is one of this operation. */
  matches(path: string): boolean;
  /** The argument that the generated client was given, or why the contract refuses the call. `path` is the one that matches. */
  readRequest(request: Request, path: string): Promise<{ arg: unknown } | { problem: string }>;
  /** Why the answer does not fit the contract, or undefined when it does. `body` is the parsed JSON. */
  checkAnswer(status: number, mediaType: string | null, body: unknown): string | undefined;
};

/** The version of a contract. */
export const readVersion = (yaml: string): string => parse(yaml).info.version;

/** The contracts read so far: compiling one takes as long as a hundred calls. */
const known = new Map<string, Operation[]>();

/** The operations of an OpenAPI 3.1 text, whose ids the caller may name. Throws where the text is no contract. */
export function readContract<Id extends string>(yaml: string): Operation<Id>[] {
  const operations = known.get(yaml) ?? compileContract(yaml);
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

const PARAMETER = /\{([^}]+)\}/g;

/** The path of a call. A parameter without a value becomes one that names nothing. */
export const fillPath = (path: string, values: Record<string, string | number> = {}) =>
  path.replace(PARAMETER, (_, name) => encodeURIComponent(values[name] ?? 'none'));

function compileContract(yaml: string): Operation[] {
  const document = parse(yaml) as Document;
  const makeAjv = (coerceTypes: boolean) =>
    addFormats
      .default(new Ajv2020({ allErrors: true, strict: false, verbose: true, useDefaults: true, coerceTypes }))
      .addSchema(document, 'contract');
  // In an address everything is text.
  const ajvs = { ajv: makeAjv(false), coercing: makeAjv(true) };

  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) =>
      item[method] ? readOperation(ajvs, document, path, method, item[method]) : [],
    ),
  );
}

function readOperation(
  { ajv, coercing }: { ajv: Ajv2020; coercing: Ajv2020 },
  document: Document,
  path: string,
  method: string,
  operation: OperationObject,
): Operation {
  const pathPointer = `contract#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
  const pointer = `${pathPointer}/${method}`;
  const compiled = new Map<string, ValidateFunction>();
  const compile = (where: string): ValidateFunction => {
    const check = compiled.get(where) ?? ajv.compile({ $ref: where });
    compiled.set(where, check);
    return check;
  };
  const { operationId: id, description = '', requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json']?.schema;
  const checkBody = body && compile(`${pointer}/requestBody/content/application~1json/schema`);
  const parameters = [
    ...locate(`${pathPointer}/parameters`, document.paths[path]?.parameters),
    ...locate(`${pointer}/parameters`, operation.parameters),
  ];

  function locate(where: string, own: Parameter[] = []) {
    return own.map((parameter, at) => ({
      ...(resolve(document, parameter) as Parameter),
      where: `${parameter.$ref ? `contract${parameter.$ref}` : `${where}/${at}`}/schema`,
    }));
  }

  const schemaOf = (own: typeof parameters) => ({
    type: 'object',
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, where }) => [name, { $ref: where }])),
  });
  const checkParameters = coercing.compile(schemaOf(parameters));
  const inQuery = parameters.filter((it) => it.in === 'query');
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
  };
  const bodyName = body?.$ref?.replace(/.*\//, '') ?? body?.title ?? 'body';
  const names = [...path.matchAll(PARAMETER)].map(([, name]) => name as string);
  const literals = path.split(/\{[^}]+\}/).map((it) => it.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${literals.join('([^/]+)')}$`);

  /** The texts of the parameters, by their names. */
  function readParameters(request: Request, at: string) {
    const search = new URL(request.url).searchParams;
    const inPath = (pattern.exec(at) ?? []).slice(1).map((text, nth) => [names[nth], decode(text)]);
    return Object.fromEntries([
      ...inPath,
      ...inQuery.flatMap(({ name }) => (search.has(name) ? [[name, search.get(name)]] : [])),
    ]);
  }

  return {
    id,
    method: method.toUpperCase(),
    path,
    description,
    isSecured: (operation.security ?? document.security ?? []).length > 0,
    hasBody: body !== undefined,
    fields: (body?.$ref ? ajv.getSchema(`contract${body.$ref}`)?.schema : (body ?? query)) as Schema,
    matches: (at) => pattern.test(at),

    async readRequest(request, at) {
      const values = readParameters(request, at);
      const sent = checkBody && (await readJson(request));
      const errors = [
        ...(checkParameters(values) ? [] : (checkParameters.errors ?? [])),
        ...(!checkBody || checkBody(sent) ? [] : (checkBody.errors ?? [])),
      ];
      if (errors.length) return { problem: `${id}: ${explain(errors)}` };
      // The client's one argument, if there is but one, stands for itself (`flattenArg` in openapi-config.ts).
      const args = { ...values, ...(checkBody && { [lowerFirst(bodyName)]: sent }) };
      const count = parameters.length + (checkBody ? 1 : 0);
      return { arg: count === 1 ? Object.values(args)[0] : args };
    },

    checkAnswer(status, mediaType, body) {
      const range = responses[status] ? `${status}` : `${Math.floor(status / 100)}XX`;
      const response = responses[range];
      if (!response)
        return `${id}: openapi.yaml has no answer ${status}, only ${Object.keys(responses).join(', ')}.`;
      const base = response.$ref ? `contract${response.$ref}` : `${pointer}/responses/${range}`;
      const content = (ajv.getSchema(base)?.schema as Media | undefined)?.content ?? response.content;
      if (!content) {
        // The store reads no such body, yet a page with a 2xx did not come from the API.
        const isPage = status < 300 && mediaType?.startsWith('text/html');
        return isPage
          ? `${id}: the answer is an HTML page; something other than the API answered.`
          : undefined;
      }
      if (!mediaType?.startsWith('application/json')) {
        return `${id}: openapi.yaml asks for application/json, the answer is ${mediaType ?? 'without a type'}.`;
      }
      const check = compile(`${base}/content/application~1json/schema`);
      return check(body) ? undefined : `${id}: ${explain(check.errors)}`;
    },
  };
}

const readJson = (request: Request): Promise<unknown> => request.json().catch(() => undefined);

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The first misfits, each with its field, what the contract asks for and what came. */
function explain(errors: ErrorObject[] | null | undefined): string {
  const misfits = (errors ?? []).map(({ instancePath, message, schema, data, keyword }) => {
    const wanted = keyword === 'required' ? '' : ` (openapi.yaml: ${keyword} ${JSON.stringify(schema)})`;
    return `${instancePath || 'the value'} ${message}${wanted}, but is ${JSON.stringify(data)?.slice(0, 120)}`;
  });
  const more = misfits.length > 3 ? [`and ${misfits.length - 3} more`] : [];
  return [...misfits.slice(0, 3), ...more].join('; ');
}
