import { isObject, isToken, readJson } from '../../store/answers';
import { type AuthResponse, generatedApi } from '../../store/api.generated';

/** The answer's token. One that could not be sent as a header is no token. */
function read(body: string): AuthResponse | undefined {
  const answer = readJson(body);
  return isObject(answer) && isToken(answer.token) ? { token: answer.token } : undefined;
}

export const authApi = generatedApi.enhanceEndpoints({
  endpoints: { signup: { extraOptions: { read } }, login: { extraOptions: { read } } },
});
