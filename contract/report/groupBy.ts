/** Values with the same key, in their order. Node 20 has no Map.groupBy. */
export function groupBy<Value>(values: Value[], keyOf: (value: Value) => string): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups.values()];
}
