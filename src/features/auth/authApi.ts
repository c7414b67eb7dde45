import { type AuthResponse, generatedApi } from '../../store/api.generated';
import { isObject, isValidToken, parseJson } from '../../store/responses';

/** The response, or undefined if its token is missing or invalid. */
function parse(body: string): AuthResponse | undefined {
  const response = parseJson(body);
  return isObject(response) && isValidToken(response.token) ? { token: response.token } : undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { parse } }, login: { extraOptions: { parse } } },
});
