import { generatedApi } from '../../store/api.generated';
import { explainList, findFieldProblem, show } from '../../store/problems';
import type { Report } from '../../store/responses';
import { itemFields, makeItemCheck, parseItems } from './parseItems';

export function explainItems(value: unknown): string {
  const isItem = makeItemCheck();
  return explainList(value, (row) => {
    const problem = findFieldProblem(row, itemFields);
    if (problem || isItem(row)) return problem;
    return `/_id must be unique, but is ${show((row as { _id: string })._id)}`;
  });
}

const parse = (body: string, report: Report) => parseItems(body, (value) => report(explainItems(value)));

export const itemsApi = generatedApi.enhanceEndpoints({
  // Keeps a list for ten minutes: Back shows it at its scroll position while it reloads.
  endpoints: { getItems: { extraOptions: { parse }, keepUnusedDataFor: 600 } },
});
