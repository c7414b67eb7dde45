/** What a filter of a list compares: `x-filter` of its parameter in openapi.yaml. */
export type FilterRule = { name: string; field: string; match: keyof typeof matchers };

const lower = (value: unknown) => String(value).toLowerCase();

const matchers = {
  atLeast: (value: unknown, bound: unknown) => Number(value) >= Number(bound),
  atMost: (value: unknown, bound: unknown) => Number(value) <= Number(bound),
  equals: (value: unknown, text: unknown) => lower(value) === lower(text),
  contains: (value: unknown, text: unknown) => lower(value).includes(lower(text)),
};

/** The rule itself. Throws if openapi.yaml names an unknown way to match. */
export function checkRule(rule: FilterRule): FilterRule {
  if (Object.hasOwn(matchers, rule.match)) return rule;
  const known = Object.keys(matchers).join(', ');
  throw new Error(`x-filter of ${rule.name}: match must be one of ${known}, not ${rule.match}`);
}

/** Whether a row of the list matches all filters that are set. Upper and lower case are the same. */
export const matchesFilters = (row: object, query: Record<string, unknown>, rules: FilterRule[]) =>
  rules.every(({ name, field, match }) => {
    const value = (row as Record<string, unknown>)[field];
    return query[name] === undefined || matchers[match](value, query[name]);
  });
