/** What a filter of a list compares: `x-filter` of its parameter in openapi.yaml. */
export type FilterRule = { name: string; field: string; match: keyof typeof matchers };

const lower = (value: unknown) => String(value).toLowerCase();

const matchers = {
  atLeast: (value: unknown, bound: unknown) => Number(value) >= Number(bound),
  atMost: (value: unknown, bound: unknown) => Number(value) <= Number(bound),
  equals: (value: unknown, text: unknown) => lower(value) === lower(text),
  contains: (value: unknown, text: unknown) => lower(value).includes(lower(text)),
};

/** Whether a row of the list matches all filters that are set. Upper and lower case are the same. */
export const matchesFilters = (row: object, query: Record<string, unknown>, rules: FilterRule[]) =>
  rules.every(({ name, field, match }) => {
    const value = (row as Record<string, unknown>)[field];
    return query[name] === undefined || matchers[match](value, query[name]);
  });
