import type { Bound, Schema } from './openApi.ts';

/** A value that one schema allows and another one does not: where, as in `[].price`, and what each allows. */
export type Misfit = {
  at: string;
  sub: string;
  sup: string;
  /** False where the first schema does not say, such as one that gives no least length. */
  isCertain: boolean;
  description: string | undefined;
};

/** The schema with the parts of `allOf` in one. */
function flatten({ allOf = [], ...rest }: Schema): Schema {
  const parts = [rest, ...allOf.map(flatten)];
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  });
}

/** The types that a schema allows, null among them; none where it does not say. */
function typesOf({ type, nullable, properties = {}, items, enum: values }: Schema): string[] {
  const guess = Object.keys(properties).length ? 'object' : items ? 'array' : values ? 'string' : [];
  const named = [type ?? guess].flat();
  return named.length && nullable ? [...named, 'null'] : named;
}

const bounds: Record<Bound, string> = {
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  minLength: 'of a length of at least',
  maxLength: 'of a length of at most',
  minItems: 'a list of at least',
  maxItems: 'a list of at most',
};

/** The ways in which a value that `sub` allows may be none that `sup` allows. Covers what API files are made of. */
export function findMisfits(sub: Schema, sup: Schema = {}, at = '', depth = 0): Misfit[] {
  if (depth > 8) return [];
  const [one, two] = [flatten(sub), flatten(sup)];
  const below = (name: string) => (at && name && name !== '[]' ? `${at}.${name}` : at + name);
  const go = (from: Schema, to: Schema, name = '') => findMisfits(from, to, below(name), depth + 1);
  const found: Misfit[] = [];
  const add = (subWords: string, supWords: string, isCertain = true, name = '') => {
    const { description } = (name ? two.properties?.[name] : two) ?? {};
    found.push({ at: below(name), sub: subWords, sup: supWords, isCertain, description });
  };

  const ownChoices = one.oneOf ?? one.anyOf;
  if (ownChoices) return ownChoices.flatMap((choice) => go(choice, two));
  const choices = (two.oneOf ?? two.anyOf)?.map((choice) => go(one, choice));
  if (choices) return choices.reduce((least, it) => (it.length < least.length ? it : least));

  const [types, allowed] = [typesOf(one), typesOf(two)];
  const strangers = types.filter(
    (it) => !allowed.includes(it === 'integer' ? 'number' : it) && !allowed.includes(it),
  );
  if (allowed.length && !types.length) add('anything', allowed.join(' or '), false);
  if (allowed.length && strangers.length) add(strangers.join(' or '), allowed.join(' or '));
  if (!allowed.length || found.length) return found;

  const valuesOf = (it: Schema) => it.enum ?? (it.const === undefined ? undefined : [it.const]);
  const [own, values] = [valuesOf(one), valuesOf(two)];
  const others = own?.filter((it) => !values?.includes(it));
  if (values && others?.length !== 0)
    add(others?.join(', ') ?? 'any value', values.join(', '), others !== undefined);
  for (const [name, words] of Object.entries(bounds) as [Bound, string][]) {
    const [own, wanted] = [one[name], two[name]];
    if (wanted === undefined) continue;
    if (own === undefined) add('any', `${words} ${wanted}`, false);
    else if (/min/i.test(name) ? own < wanted : own > wanted) add(`${words} ${own}`, `${words} ${wanted}`);
  }
  if (two.pattern !== undefined && one.pattern !== two.pattern)
    add(one.pattern ?? 'any text', `a text like ${two.pattern}`, false);

  const { properties = {}, required = [], items = {} } = one;
  for (const name of two.required ?? []) {
    const isThere = name in properties;
    if (!required.includes(name))
      add(isThere ? 'sometimes missing' : 'missing', 'always there', !isThere, name);
  }
  for (const [name, schema] of Object.entries(two.properties ?? {}))
    if (properties[name]) found.push(...go(properties[name], schema, name));
  if (two.additionalProperties === false)
    for (const name of Object.keys(properties))
      if (!two.properties?.[name]) add('there', 'missing', true, name);
  if (two.items) found.push(...go(items, two.items, '[]'));
  return found;
}
