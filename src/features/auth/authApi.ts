import { type AuthResponse, generatedApi } from '../../store/api.generated';
import { isObject, isToken, parseJson } from '../../store/responses';

/** The token, or undefined if it is missing or not a valid header value. */
function parse(body: string): AuthResponse | undefined {
  const response = parseJson(body);
  return isObject(response) && isToken(response.token) ? { token: response.token } : undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { parse } }, login: { extraOptions: { parse } } },
});
