import { parse } from 'yaml';
import { METHODS } from './readContract.ts';
import { findMisfits, type Json, type Misfit, resolve } from './subset.ts';

/** Something that the contract asks for and the other file does not promise. */
export type Gap = {
  /** breaks: a backend fails, or the store misses something. unclear: the file does not say. read: only words. */
  level: 'breaks' | 'unsafe' | 'strict' | 'unclear' | 'read';
  /** Such as `GET /items`. */
  where: string;
  what: string;
};

export const gapLevels: Record<Gap['level'], string> = {
  breaks: 'a shopper meets it in ordinary use',
  unsafe: 'lets somebody in',
  strict: 'only requests that the store never sends',
  unclear: 'the file does not say; try it with "check"',
  read: 'only words have changed: read them',
};

type Document = Json & { paths: Record<string, PathItem>; security?: Security };
type PathItem = { parameters?: Parameter[] } & Record<(typeof METHODS)[number], Operation | undefined>;
type Security = Record<string, unknown>[];
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Json };
type Media = { content?: Record<string, { schema?: Json }>; description?: string };
type Operation = {
  description?: string;
  parameters?: Parameter[];
  requestBody?: Media;
  responses?: Record<string, Media>;
  security?: Security;
};

/** An OpenAPI 3 text, in YAML or JSON. Throws with a sentence where it is none. */
export function readOpenApi(text: string): Document {
  let document: Document;
  try {
    document = parse(text);
  } catch (error) {
    throw new Error(`it is neither YAML nor JSON (${(error as Error).message.split('\n')[0]})`);
  }
  if (!document?.paths || !/^3\./.test(`${document.openapi}`)) throw new Error('it is no OpenAPI 3 file');
  return document;
}

/**
 * What a backend that does as `offered` says lacks of `wanted`. With `isContract`, `offered` is an earlier contract:
 * what it left open is what backends may do. Else it is a file of the backend's own, which need not say everything.
 */
export function compare(offered: Document, wanted: Document, isContract: boolean): Gap[] {
  const base = findBase(offered, wanted);
  return Object.keys(wanted.paths).flatMap((path) => {
    const places = Object.keys(offered.paths).filter((it) => baseOf(it, path) !== undefined);
    const place = places.find((it) => baseOf(it, path) === base);
    return METHODS.flatMap((method): Gap[] => {
      const where = `${method.toUpperCase()} ${path}`;
      const asked = withParameters(wanted, path, method);
      if (!asked) return [];
      const own = place === undefined ? undefined : withParameters(offered, place, method);
      const elsewhere = places.find((it) => offered.paths[it]?.[method]);
      if (!own && elsewhere)
        return [
          {
            level: 'breaks',
            where,
            what: `is at ${elsewhere}, and has to be at ${base}${path}: all calls are below one address.`,
          },
        ];
      if (!own) return [{ level: 'breaks', where, what: `is not there. ${sentence(asked.description)}` }];
      return compareOperations(offered, wanted, own, asked, isContract).map((gap) => ({ ...gap, where }));
    });
  });
}

/** The path without the names of its parameters, which are nobody's business. */
const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

/** What stands before `path` at an address that ends with it, such as /api in /api/items; undefined where it does not. */
function baseOf(address: string, path: string): string | undefined {
  const [whole, end] = [withoutNames(address), withoutNames(path)];
  const base = whole.slice(0, whole.length - end.length);
  return whole.endsWith(end) && !base.includes('{') ? base : undefined;
}

/** The one address below which most of the calls are. */
function findBase(offered: Document, wanted: Document): string {
  const counts = new Map([['', 0]]);
  for (const address of Object.keys(offered.paths))
    for (const path of Object.keys(wanted.paths)) {
      const base = baseOf(address, path);
      if (base !== undefined) counts.set(base, (counts.get(base) ?? 0) + 1);
    }
  return [...counts].reduce((best, it) => (it[1] > best[1] ? it : best))[0];
}

/** The operation with the parameters of its path, none behind a reference, and those in the path named by their place. */
function withParameters(document: Document, path: string, method: (typeof METHODS)[number]) {
  const { parameters = [], [method]: operation } = document.paths[path] ?? {};
  if (!operation) return undefined;
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const all = [...parameters, ...(operation.parameters ?? [])].map((it) => {
    const resolved = resolve(document, it as Json) as Parameter;
    return { ...resolved, key: resolved.in === 'path' ? names.indexOf(resolved.name) : resolved.name };
  });
  return { ...operation, parameters: all };
}

type Found = Omit<Gap, 'where'>;
type Whole = NonNullable<ReturnType<typeof withParameters>>;

const BEARER = '"Authorization: Bearer <token>"';

/** The ways in which a call may show who makes it; none where it need not. */
function credentialsOf(document: Document, { security = document.security ?? [] }: Operation): string[] {
  const { components = {} } = document as { components?: { securitySchemes?: Record<string, Json> } };
  if (security.some((way) => !Object.keys(way).length)) return [];
  return security.map((way) =>
    Object.keys(way)
      .map((name) => describeScheme(resolve(document, components.securitySchemes?.[name] ?? {})))
      .join(' and '),
  );
}

function describeScheme({ type, scheme, in: place, name }: Json): string {
  if (/^(oauth2|openIdConnect)$/.test(`${type}`) || /^bearer$/i.test(`${scheme}`)) return BEARER;
  if (type === 'http') return `"Authorization: ${scheme}"`;
  return type === 'apiKey' ? `the ${place} ${name}` : 'something that the file does not describe';
}

function compareOperations(
  offered: Document,
  wanted: Document,
  own: Whole,
  asked: Whole,
  isContract: boolean,
): Found[] {
  const found: Found[] = [];
  const add = (level: Gap['level'], what: string) => found.push({ level, what });
  const levelOf = ({ isCertain }: Misfit) => (isContract || isCertain ? 'breaks' : 'unclear');

  const [sentAs, takenAs] = [credentialsOf(wanted, asked), credentialsOf(offered, own)];
  if (sentAs.length && !takenAs.length) add('unsafe', 'has to refuse calls without a token.');
  if (!sentAs.length && takenAs.length) add('breaks', 'has to work without a token.');
  if (sentAs.length && takenAs.length && !takenAs.some((it) => sentAs.includes(it)))
    add(
      takenAs.some((it) => it.startsWith('something')) ? 'unclear' : 'breaks',
      `has to take the token as ${sentAs.join(' or ')}, not only as ${takenAs.join(' or ')}.`,
    );

  for (const { name, key, in: place, description, schema = {} } of asked.parameters) {
    const parameter = own.parameters.find((it) => it.key === key && it.in === place);
    if (!parameter) {
      add('breaks', `has no parameter ${name}. ${sentence(description)}`);
      continue;
    }
    const misfits = (sent: Json) => findMisfits(wanted, sent, offered, parameter.schema ?? {});
    // Hardly anybody types a number below zero.
    const ordinary = misfits(schema.type === 'number' ? { minimum: 0, ...schema } : schema);
    for (const { sub, sup } of misfits(schema)) {
      const isOrdinary = ordinary.some((it) => it.sup === sup);
      add(
        isOrdinary ? 'breaks' : 'strict',
        `has to take for ${name} what the store sends: ${sub}, not only ${sup}.`,
      );
    }
  }
  for (const { name, key, in: place, required } of own.parameters)
    if (required && !asked.parameters.some((it) => it.key === key && it.in === place))
      add('breaks', `needs the parameter ${name}, which the store does not send.`);

  const sent = jsonOf(wanted, asked.requestBody);
  const taken = jsonOf(offered, own.requestBody);
  if (sent && !taken) add('breaks', 'takes no JSON body.');
  if (sent && taken) {
    for (const misfit of findMisfits(wanted, sent, offered, taken))
      add(
        'breaks',
        `has to take a body whose ${misfit.at || 'value'} is ${misfit.sub}, not only ${misfit.sup}.`,
      );
    if (isContract)
      for (const { at, sub, sup } of findMisfits(offered, taken, wanted, sent))
        add('strict', `has to refuse a body whose ${at || 'value'} is ${sub}: only ${sup} fits.`);
  }

  found.push(...compareAnswers(offered, wanted, own, asked, levelOf));
  if (isContract) found.push(...compareWords(own, asked));
  return found;
}

function compareAnswers(
  offered: Document,
  wanted: Document,
  own: Operation,
  asked: Operation,
  levelOf: (misfit: Misfit) => Gap['level'],
): Found[] {
  const successes = Object.entries(own.responses ?? {}).filter(([status]) => /^2/.test(status));
  if (!successes.length) return [{ level: 'unclear', what: 'has no success described.' }];
  return successes.flatMap(([status, answer]): Found[] => {
    const response = asked.responses?.[status] ?? asked.responses?.['2XX'];
    if (!response) {
      const fitting = Object.keys(asked.responses ?? {}).filter((it) => /^2/.test(it));
      return [{ level: 'breaks', what: `answers ${status}, and has to answer ${fitting.join(' or ')}.` }];
    }
    const needed = jsonOf(wanted, response);
    if (!needed) return [];
    const given = jsonOf(offered, answer);
    if (!given)
      return [{ level: 'breaks', what: `answers ${status} without JSON. ${sentence(response.description)}` }];
    return findMisfits(offered, given, wanted, needed).map((misfit) => ({
      level: levelOf(misfit),
      what: `answers with ${misfit.at || 'a value'} that is ${misfit.sub}, and has to be ${misfit.sup}. ${sentence(misfit.description)}`.trim(),
    }));
  });
}

function compareWords(own: Whole, asked: Whole): Found[] {
  const pairs: [string, string | undefined, string | undefined][] = [
    ['', own.description, asked.description],
    ...asked.parameters.map(
      ({ name, key, description }): [string, string | undefined, string | undefined] => [
        `${name}: `,
        own.parameters.find((it) => it.key === key)?.description,
        description,
      ],
    ),
  ];
  return pairs
    .filter(([, before, after]) => before !== undefined && sentence(before) !== sentence(after))
    .map(([name, , after]) => ({ level: 'read', what: `says now: ${name}${sentence(after)}` }));
}

const sentence = (text = '') => text.trim().replace(/\s+/g, ' ');

/** The schema of a JSON body, behind a reference or not. */
function jsonOf(document: Document, media: Media | undefined): Json | undefined {
  const { content = {} } = (media ? resolve(document, media as Json) : {}) as Media;
  const [, json] = Object.entries(content).find(([type]) => /^application\/json|^\*\/\*/.test(type)) ?? [];
  return json && (json.schema ?? {});
}
