import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  minLength?: number;
  minimum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
};
type Media = { content?: Record<string, { schema: Schema }> };
type Parameter = { name: string; schema: Schema };
type OperationObject = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media & { $ref?: string }>;
  security?: unknown[];
};
type Document = { paths: Record<string, Record<string, OperationObject>>; security?: unknown[] };

/** One operation of `openapi.yaml`, with the checks that the file asks for. */
export type Operation<Id extends string = string> = {
  id: Id;
  method: string;
  /** Below the API's base path, such as /cart/add. */
  path: string;
  /** What the call does, in the contract's words. */
  description: string;
  /** Whether the call needs a bearer token. */
  isSecured: boolean;
  hasBody: boolean;
  /** The fields of the query or of the body. */
  fields: Schema;
  /** What the call asks for, typed as the contract says, or why the contract refuses the call. */
  readRequest(request: Request): Promise<{ arg: unknown } | { problem: string }>;
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

function compileContract(yaml: string): Operation[] {
  const document = parse(yaml) as Document;
  const ajv = addFormats
    .default(new Ajv2020({ allErrors: true, strict: false, verbose: true, useDefaults: true }))
    .addSchema(document, 'contract');

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(ajv, document, path, method, operation),
    ),
  );
}

function readOperation(
  ajv: Ajv2020,
  document: Document,
  path: string,
  method: string,
  operation: OperationObject,
): Operation {
  const pointer = `contract#/paths/${path.replaceAll('/', '~1')}/${method}`;
  const compiled = new Map<string, ValidateFunction>();
  const compile = (where: string): ValidateFunction => {
    const check = compiled.get(where) ?? ajv.compile({ $ref: where });
    compiled.set(where, check);
    return check;
  };
  const { operationId: id, description = '', parameters = [], requestBody, responses } = operation;
  const checkBody = requestBody && compile(`${pointer}/requestBody/content/application~1json/schema`);
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  };
  const checkQuery = ajv.compile(query);
  const body = requestBody?.content?.['application/json']?.schema;

  return {
    id,
    method: method.toUpperCase(),
    path,
    description,
    isSecured: (operation.security ?? document.security ?? []).length > 0,
    hasBody: body !== undefined,
    fields: (body?.$ref ? ajv.getSchema(`contract${body.$ref}`)?.schema : (body ?? query)) as Schema,

    async readRequest(request) {
      const arg = checkBody ? await readJson(request) : readQuery(request, parameters);
      const check = checkBody ?? checkQuery;
      return check(arg) ? { arg } : { problem: `${id}: ${explain(check.errors)}` };
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

/** The query as the contract's types: a number where it asks for one and the text is one. */
function readQuery(request: Request, parameters: Parameter[]) {
  const query = new URL(request.url).searchParams;
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const value = query.get(name);
      if (value === null) return [];
      const isNumber = schema.type === 'number' && value.trim() !== '' && Number.isFinite(Number(value));
      return [[name, isNumber ? Number(value) : value]];
    }),
  );
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
