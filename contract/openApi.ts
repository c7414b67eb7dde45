import { parse } from 'yaml';

export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
} & Partial<Record<Bound, number>>;

/** A number by which a schema leaves values out. */
export type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | `${'min' | 'max'}${'Length' | 'Items'}`;

type Media = { description?: string; content?: Record<string, { schema?: Schema }> };
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
type Security = Record<string, unknown>[];
type OperationObject = {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Media;
  responses?: Record<string, Media>;
  security?: Security;
};
const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
type PathItem = { parameters?: Parameter[] } & Partial<Record<(typeof METHODS)[number], OperationObject>>;
export type Document = {
  openapi?: string;
  info: { version: string; description: string };
  paths: Record<string, PathItem>;
  security?: Security;
  components?: { securitySchemes?: Record<string, Record<string, string>> };
};

/** What a reference points at; an empty object where there is nothing. */
export function resolve<Value extends object>(document: object, value: Value | null | undefined): Value {
  const { $ref } = (value ?? {}) as { $ref?: unknown };
  if (typeof $ref !== 'string') return value ?? ({} as Value);
  const names = $ref.split('/').slice(1);
  const found = names
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
  return typeof found === 'object' && found !== null ? resolve(document, found as Value) : ({} as Value);
}

/** An OpenAPI 3 text, in YAML or JSON, with what references point at in their place. Throws with a sentence where it is none. */
export function readOpenApi(text: string): Document {
  let document: Document;
  try {
    document = parse(text);
  } catch (error) {
    throw new Error(`it is neither YAML nor JSON (${(error as Error).message.split('\n')[0]})`);
  }
  if (!document?.paths || !/^3\./.test(`${document.openapi}`)) throw new Error('it is no OpenAPI 3 file');
  const known = new Map<object, object>();
  function follow(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const target = resolve(document, value);
    // What refers to itself does so still.
    const copy = known.get(target) ?? (Array.isArray(target) ? [] : {});
    if (known.has(target)) return copy;
    known.set(target, copy);
    for (const [name, part] of Object.entries(target)) Object.assign(copy, { [name]: follow(part) });
    return copy;
  }
  return follow(document) as Document;
}

export type Described = ReturnType<typeof operationsOf>[number];

export const PARAMETER = /\{([^}]+)\}/g;

/** The operations of a document. References are left in schemas alone. */
export function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const names = [...path.matchAll(PARAMETER)].map(([, name]) => name);
    return METHODS.flatMap((method) => {
      const { [method]: operation, parameters: common = [] } = item ?? {};
      if (!operation) return [];
      const { operationId: id, description = '', parameters = [], responses = {} } = operation;
      return {
        id,
        method: method.toUpperCase(),
        path,
        description,
        ways: waysOf(document, operation),
        /** Those in the path are known by their place; their names are nobody's business. */
        parameters: [...common, ...parameters].map((it) => {
          const own = resolve(document, it);
          return {
            schema: {},
            ...own,
            key: `${own.in} ${own.in === 'path' ? names.indexOf(own.name) : own.name}`,
          };
        }),
        body: jsonOf(document, operation.requestBody),
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, it]) => [
            status,
            { description: resolve(document, it).description, json: jsonOf(document, it) },
          ]),
        ),
      };
    });
  });
}

/** The schema of a JSON body. */
function jsonOf(document: Document, media: Media | undefined): Schema | undefined {
  const { content = {} } = resolve(document, media);
  const [, json] = Object.entries(content).find(([type]) => /^application\/json|^\*\/\*/.test(type)) ?? [];
  return json && (json.schema ?? {});
}

export const UNKNOWN = 'something that the file does not describe';

/** The ways in which a call may show who makes it; none where it need not. */
function waysOf(document: Document, { security = document.security ?? [] }: OperationObject): string[] {
  const schemes = document.components?.securitySchemes;
  if (security.some((way) => !Object.keys(way).length)) return [];
  return security.map((way) =>
    Object.keys(way)
      .map((name) => describeScheme(resolve(document, schemes?.[name])))
      .join(' and '),
  );
}

function describeScheme({ type = '', scheme = '', in: place, name }: Record<string, string>): string {
  if (/^(oauth2|openIdConnect)$/.test(type) || /^bearer$/i.test(scheme))
    return '"Authorization: Bearer <token>"';
  if (type === 'http') return `"Authorization: ${scheme}"`;
  return type === 'apiKey' ? `the ${place} ${name}` : UNKNOWN;
}
