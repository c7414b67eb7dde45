import { parse } from 'yaml';
import { generatedApi } from '../../src/store/api.generated';
import type { EndpointName } from '../../src/store/messages';
import type { AppDispatch } from '../../src/store/state';
import { contract } from './network';

type Example = { value: unknown };
type Content = {
  content?: { 'application/json'?: { examples?: Record<string, Example>; example?: unknown } };
};
type Parameter = { name: string; in: string; example?: unknown };
type Operation = {
  operationId: EndpointName;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string }>;
};

const { paths, components } = parse(contract);

/** The first example of a body in openapi.yaml. */
function exampleOf({ content }: Content) {
  const { examples = {}, example } = content?.['application/json'] ?? {};
  return Object.values(examples)[0]?.value ?? example;
}

function exampleRequest({ operationId, parameters, requestBody, responses }: Operation) {
  const queryExamples = parameters?.map(({ name, example }) => [name, example]);
  const argument = requestBody ? exampleOf(requestBody) : queryExamples && Object.fromEntries(queryExamples);
  const [, { $ref = '', ...response } = {}] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const shared = components.responses?.[$ref.split('/').at(-1) ?? ''];
  return {
    send(dispatch: AppDispatch): PromiseLike<{ error?: unknown }> {
      const { initiate } = generatedApi.endpoints[operationId];
      return dispatch(initiate(argument as never) as never);
    },
    /** A response that counts as a success. */
    response: exampleOf(shared ?? response) ?? {},
  };
}

/** A request and its response for each endpoint: the first examples of openapi.yaml. */
export const exampleRequests = Object.fromEntries(
  Object.values<Record<string, Operation>>(paths)
    .flatMap(Object.values)
    .map((operation: Operation) => [operation.operationId, exampleRequest(operation)]),
) as Record<EndpointName, ReturnType<typeof exampleRequest>>;
