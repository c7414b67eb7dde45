import { parse } from 'yaml';
import { generatedApi } from '../../src/store/api.generated';
import type { EndpointName } from '../../src/store/messages';
import type { AppDispatch } from '../../src/store/state';
import { contract } from './network';

type Content = {
  content?: { 'application/json'?: { examples?: Record<string, { value: unknown }>; example?: unknown } };
};
type Operation = {
  operationId: EndpointName;
  parameters?: { name: string; example?: unknown }[];
  requestBody?: Content;
};

const { paths } = parse(contract);

/** The first example of a body in openapi.yaml. */
function exampleOf({ content }: Content) {
  const { examples = {}, example } = content?.['application/json'] ?? {};
  return Object.values(examples)[0]?.value ?? example;
}

/** Sends a request with the first examples of openapi.yaml. */
function sendExample(dispatch: AppDispatch, { operationId, parameters = [], requestBody }: Operation) {
  const examples = parameters.map(({ name, example }) => [name, example]);
  if (requestBody) examples.push(['body', exampleOf(requestBody)]);
  // The generated client takes a single parameter or a body as it is: see `flattenArg` in openapi-config.ts.
  const argument = examples.length > 1 ? Object.fromEntries(examples) : examples[0]?.[1];
  const { initiate } = generatedApi.endpoints[operationId];
  return dispatch(initiate(argument as never) as never) as PromiseLike<{ error?: unknown }>;
}

/** Sends an example request of each endpoint. */
export const exampleRequests = Object.fromEntries(
  Object.values<Record<string, Operation>>(paths)
    .flatMap(Object.values)
    .map((operation: Operation) => [
      operation.operationId,
      (dispatch: AppDispatch) => sendExample(dispatch, operation),
    ]),
) as Record<EndpointName, (dispatch: AppDispatch) => PromiseLike<{ error?: unknown }>>;
