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
function sendExample(dispatch: AppDispatch, { operationId, parameters, requestBody }: Operation) {
  const query = parameters && Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const argument = requestBody ? exampleOf(requestBody) : query;
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
