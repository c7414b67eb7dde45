import { levels } from './level.ts';
import { type Described, type Document, operationsOf, UNKNOWN } from './openApi.ts';
import { findMisfits } from './subset.ts';

/** What the levels of a gap mean. */
export const gapLevels = {
  ...levels,
  unclear: 'the file does not say; try it with "check"',
  read: 'only words have changed: read them',
};

/** Something that the contract asks for and the other file does not promise; `where` is such as `GET /items`. */
export type Gap = { level: keyof typeof gapLevels; where: string; what: string };

type Gaps = Generator<[level: Gap['level'], what: string]>;

/**
 * What a backend that does as `offered` says lacks of `wanted`. With `isContract`, `offered` is an earlier contract:
 * what it left open is what backends may do. Else it is a file of the backend's own, which need not say everything.
 */
export function compare(offered: Document, wanted: Document, isContract: boolean): Gap[] {
  const [given, asked] = [operationsOf(offered), operationsOf(wanted)];
  const bases = given.flatMap((own) => asked.flatMap((it) => baseOf(own, it) ?? []));
  const often = (base: string) => bases.filter((it) => it === base).length;
  const [base = ''] = bases.toSorted((one, two) => often(two) - often(one));
  return asked.flatMap((it) => {
    const places = given.filter((own) => baseOf(own, it) !== undefined);
    const own = places.find((place) => baseOf(place, it) === base);
    const gaps = own ? compareOperations(own, it, isContract) : tellPlace(it, base, places[0]);
    return [...gaps].map(([level, what]) => ({ level, where: `${it.method} ${it.path}`, what }));
  });
}

/** What stands before the path of an operation, such as /api, where this one is the same; undefined where it is not. */
function baseOf(own: Described, { method, path }: Described): string | undefined {
  const [whole = '', end = ''] = [own.path, path].map((it) => it.replace(/\{[^}]*\}/g, '{}'));
  const base = whole.slice(0, whole.length - end.length);
  return own.method === method && whole.endsWith(end) && !base.includes('{') ? base : undefined;
}

function* tellPlace({ path, description }: Described, base: string, place: Described | undefined): Gaps {
  const why = `is at ${place?.path}, and has to be at ${base}${path}: all calls are below one address.`;
  yield ['breaks', place ? why : `is not there. ${sentence(description)}`];
}

function* compareOperations(own: Described, asked: Described, isContract: boolean): Gaps {
  yield* compareWays(own.ways, asked.ways);
  yield* compareParameters(own, asked);
  yield* compareBodies(own, asked, isContract);
  yield* compareAnswers(own, asked, isContract);
  if (isContract) yield* compareWords(own, asked);
}

function* compareWays(own: string[], asked: string[]): Gaps {
  if (asked.length && !own.length) yield ['unsafe', 'has to refuse calls without a token.'];
  if (!asked.length && own.length) yield ['breaks', 'has to work without a token.'];
  if (!asked.length || !own.length || own.some((it) => asked.includes(it))) return;
  const words = `has to take the token as ${asked.join(' or ')}, not only as ${own.join(' or ')}.`;
  yield [own.some((it) => it.includes(UNKNOWN)) ? 'unclear' : 'breaks', words];
}

function* compareParameters({ parameters }: Described, asked: Described): Gaps {
  for (const { name, key, description, schema } of asked.parameters) {
    const own = parameters.find((it) => it.key === key);
    if (!own) yield ['breaks', `has no parameter ${name}. ${sentence(description)}`];
    // Hardly anybody types a number below zero.
    const usual = schema.type === 'number' ? { minimum: 0, ...schema } : schema;
    const ordinary = findMisfits(usual, own?.schema).map(({ sup }) => sup);
    for (const { sub, sup } of findMisfits(schema, own?.schema)) {
      const words = `has to take for ${name} what the store sends: ${sub}, not only ${sup}.`;
      yield [ordinary.includes(sup) ? 'breaks' : 'strict', words];
    }
  }
  for (const { name, key, required } of parameters)
    if (required && !asked.parameters.some((it) => it.key === key))
      yield ['breaks', `needs the parameter ${name}, which the store does not send.`];
}

function* compareBodies({ body }: Described, asked: Described, isContract: boolean): Gaps {
  if (asked.body && !body) yield ['breaks', 'takes no JSON body.'];
  if (!asked.body || !body) return;
  for (const { at, sub, sup } of findMisfits(asked.body, body))
    yield ['breaks', `has to take a body whose ${at || 'value'} is ${sub}, not only ${sup}.`];
  if (!isContract) return;
  for (const { at, sub, sup } of findMisfits(body, asked.body))
    yield ['strict', `has to refuse a body whose ${at || 'value'} is ${sub}: only ${sup} fits.`];
}

function* compareAnswers(own: Described, asked: Described, isContract: boolean): Gaps {
  const isSuccess = (status: string) => status.startsWith('2');
  const successes = Object.keys(own.answers).filter(isSuccess);
  if (!successes.length) yield ['unclear', 'has no success described.'];
  for (const status of successes) {
    const wanted = asked.answers[status] ?? asked.answers['2XX'];
    const fitting = Object.keys(asked.answers).filter(isSuccess).join(' or ');
    if (!wanted) yield ['breaks', `answers ${status}, and has to answer ${fitting}.`];
    if (!wanted?.json) continue;
    const json = own.answers[status]?.json;
    if (!json) yield ['breaks', `answers ${status} without JSON. ${sentence(wanted.description)}`];
    for (const { at, sub, sup, isCertain, description } of json ? findMisfits(json, wanted.json) : []) {
      const words = `answers with ${at || 'a value'} that is ${sub}, and has to be ${sup}.`;
      yield [isContract || isCertain ? 'breaks' : 'unclear', `${words} ${sentence(description)}`.trim()];
    }
  }
}

function* compareWords(own: Described, asked: Described): Gaps {
  const before = [{ ...own, key: '' }, ...own.parameters];
  for (const { key, name, description } of [{ ...asked, key: '', name: '' }, ...asked.parameters]) {
    const words = sentence(description);
    const same = before.find((it) => it.key === key);
    if (same && sentence(same.description) !== words)
      yield ['read', `says now: ${name && `${name}: `}${words}`];
  }
}

const sentence = (text = '') => text.trim().replace(/\s+/g, ' ');
