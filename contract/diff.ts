import { parse } from 'yaml';
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

type Document = Json & { paths: Record<string, Record<string, Operation>>; security?: unknown[] };
type Media = { content?: Record<string, { schema?: Json }>; description?: string };
type Operation = {
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Json }[];
  requestBody?: Media;
  responses?: Record<string, Media>;
  security?: unknown[];
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

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
  return Object.entries(wanted.paths).flatMap(([path, methods]) => {
    const own = findPath(offered, path);
    return METHODS.filter((method) => methods[method]).flatMap((method) => {
      const where = `${method.toUpperCase()} ${path}`;
      const operation = own?.[method];
      const asked = methods[method] as Operation;
      if (!operation)
        return [{ level: 'breaks', where, what: `is not there. ${sentence(asked.description)}` }];
      return compareOperations(offered, wanted, operation, asked, isContract).map((gap) => ({
        ...gap,
        where,
      }));
    });
  });
}

/** Also below a base path, such as /api/items for /items. */
function findPath({ paths }: Document, path: string) {
  const found =
    Object.keys(paths).find((it) => it === path) ?? Object.keys(paths).find((it) => it.endsWith(path));
  return found === undefined ? undefined : paths[found];
}

type Found = Omit<Gap, 'where'>;

function compareOperations(
  offered: Document,
  wanted: Document,
  own: Operation,
  asked: Operation,
  isContract: boolean,
): Found[] {
  const found: Found[] = [];
  const add = (level: Gap['level'], what: string) => found.push({ level, what });
  const levelOf = ({ isCertain }: Misfit) => (isContract || isCertain ? 'breaks' : 'unclear');

  const isSecured = (document: Document, { security = document.security ?? [] }: Operation) =>
    security.length > 0;
  if (isSecured(wanted, asked) && !isSecured(offered, own))
    add('unsafe', 'has to refuse calls without a token.');
  if (!isSecured(wanted, asked) && isSecured(offered, own)) add('breaks', 'has to work without a token.');

  const parameters = (own.parameters ?? []).map((it) => resolve(offered, it as Json) as typeof it);
  for (const { name, description, schema = {} } of asked.parameters ?? []) {
    const parameter = parameters.find((it) => it.name === name && it.in === 'query');
    if (!parameter) add('breaks', `has no parameter ${name}. ${sentence(description)}`);
    else
      for (const misfit of findMisfits(wanted, schema, offered, parameter.schema ?? {}))
        add('breaks', `has to take for ${name} what the store sends: ${misfit.sub}, not only ${misfit.sup}.`);
  }
  for (const { name, required } of parameters)
    if (required && !asked.parameters?.some((it) => it.name === name))
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

function compareWords(own: Operation, asked: Operation): Found[] {
  const pairs: [string, string | undefined, string | undefined][] = [
    ['', own.description, asked.description],
    ...(asked.parameters ?? []).map(
      ({ name, description }): [string, string | undefined, string | undefined] => [
        `${name}: `,
        own.parameters?.find((it) => it.name === name)?.description,
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
