export type Json = { [name: string]: unknown };

/** A value that one schema allows and another one does not. */
export type Misfit = {
  /** Where in the value, as in `[].price`. */
  at: string;
  /** What the one allows, and what the other. */
  sub: string;
  sup: string;
  /** False where the first schema does not say, such as one that gives no least length. */
  isCertain: boolean;
  description: string | undefined;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a reference points at. */
export function resolve(document: Json, value: Json): Json {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  const found = $ref
    .replace(/^#\//, '')
    .split('/')
    .map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), document);
  return isObject(found) ? resolve(document, found) : {};
}

/** The schema without references, and with the parts of `allOf` in one. */
function flatten(document: Json, schema: Json): Json {
  const own = resolve(document, schema);
  const { allOf, ...rest } = own;
  if (!Array.isArray(allOf)) return own;
  const parts = [rest, ...allOf.map((it) => flatten(document, it))];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  });
}

/** The types that a schema allows, null among them; undefined where it does not say. */
function typesOf({ type, nullable, properties, items, enum: values }: Json): string[] | undefined {
  const named = type ?? (properties ? 'object' : items ? 'array' : values ? 'string' : undefined);
  return named === undefined ? undefined : ([...[named].flat(), ...(nullable ? ['null'] : [])] as string[]);
}

const allows = (types: string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

/** Numbers by which a schema leaves values out, and whether more leaves out more. */
const bounds: Record<string, { isLeast: boolean; words: string }> = {
  minimum: { isLeast: true, words: 'at least' },
  exclusiveMinimum: { isLeast: true, words: 'more than' },
  maximum: { isLeast: false, words: 'at most' },
  minLength: { isLeast: true, words: 'of a length of at least' },
  maxLength: { isLeast: false, words: 'of a length of at most' },
  minItems: { isLeast: true, words: 'a list of at least' },
  maxItems: { isLeast: false, words: 'a list of at most' },
};

const below = (at: string, name: string) => (at && name && name !== '[]' ? `${at}.${name}` : at + name);

/** The ways in which a value that `sub` allows may be none that `sup` allows. Covers what API files are made of. */
export function findMisfits(
  subDocument: Json,
  sub: Json,
  supDocument: Json,
  sup: Json,
  at = '',
  depth = 0,
): Misfit[] {
  const one = flatten(subDocument, sub);
  const two = flatten(supDocument, sup);
  const description = two.description as string | undefined;
  const misfit = (subWords: string, supWords: string, isCertain = true): Misfit => ({
    at,
    sub: subWords,
    sup: supWords,
    isCertain,
    description,
  });
  if (depth > 8) return [];
  const go = (from: Json, to: Json, where: string) =>
    findMisfits(subDocument, from, supDocument, to, below(at, where), depth + 1);

  const choicesOf = (schema: Json) => (schema.oneOf ?? schema.anyOf) as Json[] | undefined;
  if (choicesOf(one)) return (choicesOf(one) ?? []).flatMap((choice) => go(choice, two, ''));
  const choices = choicesOf(two)?.map((choice) => go(one, choice, ''));
  if (choices) return choices.reduce((least, it) => (it.length < least.length ? it : least));

  const wantedTypes = typesOf(two);
  if (!wantedTypes) return [];
  const types = typesOf(one);
  if (!types) return [misfit('anything', wantedTypes.join(' or '), false)];
  const strangers = types.filter((type) => !allows(wantedTypes, type));
  if (strangers.length) return [misfit(strangers.join(' or '), wantedTypes.join(' or '))];

  const found: Misfit[] = [];
  const values = (two.enum ?? (two.const === undefined ? undefined : [two.const])) as unknown[] | undefined;
  if (values) {
    const own = (one.enum ?? (one.const === undefined ? undefined : [one.const])) as unknown[] | undefined;
    const others = own?.filter((it) => !values.includes(it));
    if (!own || others?.length)
      found.push(misfit(others?.join(', ') ?? 'any value', values.join(', '), Boolean(own)));
  }
  for (const [name, { isLeast, words }] of Object.entries(bounds)) {
    const [own, wanted] = [one[name], two[name]] as [number | undefined, number | undefined];
    if (wanted === undefined || (own !== undefined && (isLeast ? own >= wanted : own <= wanted))) continue;
    found.push(
      misfit(own === undefined ? 'any' : `${words} ${own}`, `${words} ${wanted}`, own !== undefined),
    );
  }
  if (two.pattern !== undefined && one.pattern !== two.pattern)
    found.push(misfit(`${one.pattern ?? 'any text'}`, `a text like ${two.pattern}`, false));

  const properties = (one.properties ?? {}) as Record<string, Json>;
  const wanted = (two.properties ?? {}) as Record<string, Json>;
  const required = (one.required ?? []) as string[];
  for (const name of (two.required ?? []) as string[]) {
    if (required.includes(name)) continue;
    const isThere = name in properties;
    const field = wanted[name] ? flatten(supDocument, wanted[name]) : {};
    const words = isThere ? 'sometimes missing' : 'missing';
    found.push({
      ...misfit(words, 'always there', !isThere),
      at: below(at, name),
      description: field.description as string,
    });
  }
  for (const [name, schema] of Object.entries(wanted))
    if (properties[name]) found.push(...go(properties[name], schema, name));
  if (two.additionalProperties === false)
    for (const name of Object.keys(properties))
      if (!wanted[name]) found.push({ ...misfit('there', 'missing'), at: below(at, name) });
  if (isObject(two.items)) found.push(...go(isObject(one.items) ? one.items : {}, two.items, '[]'));
  return found;
}
