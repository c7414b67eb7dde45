import { isAnyOf } from '@reduxjs/toolkit';
import { type AuthResponse, generatedApi } from '../../store/api.generated';
import { describeValue, isObject, isValidToken, parseJson, type Report } from '../../store/responses';

/** The response, or undefined if its token is missing or invalid. */
function parse(body: string, report: Report): AuthResponse | undefined {
  const response = parseJson(body, report);
  if (response === undefined) return undefined;
  if (isObject(response) && isValidToken(response.token)) return { token: response.token };
  report(`the value must have a token of visible ASCII characters, but is ${describeValue(response)}`);
  return undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { parse } }, login: { extraOptions: { parse } } },
});

const { signup, login } = authApi.endpoints;
export const submitted = isAnyOf(signup.matchPending, login.matchPending);
export const loggedIn = isAnyOf(signup.matchFulfilled, login.matchFulfilled);
export const isSubmission = (endpointName: string) =>
  endpointName === signup.name || endpointName === login.name;
