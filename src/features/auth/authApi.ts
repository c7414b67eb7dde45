import { type AuthResponse, generatedApi } from '../../store/api.generated';
import { isObject, isToken, parseJson } from '../../store/responses';

/** The token of the response, or undefined if there is none that can be sent as a header. */
function parse(body: string): AuthResponse | undefined {
  const response = parseJson(body);
  return isObject(response) && isToken(response.token) ? { token: response.token } : undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { parse } }, login: { extraOptions: { parse } } },
});
