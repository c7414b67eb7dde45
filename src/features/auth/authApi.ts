import { type AuthResponse, generatedApi } from '../../store/api.generated';
import { explainToken } from '../../store/problems';
import { isObject, isValidToken, parseJson, type Report } from '../../store/responses';

/** The response, or undefined if its token is missing or invalid. */
function parse(body: string, report: Report): AuthResponse | undefined {
  const response = parseJson(body);
  if (isObject(response) && isValidToken(response.token)) return { token: response.token };
  report(explainToken(response));
  return undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { parse } }, login: { extraOptions: { parse } } },
});
