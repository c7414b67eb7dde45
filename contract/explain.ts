import { query } from 'jsonpath-rfc9535';
import type { Step } from './journeys';
import type { Inputs } from './probe';
import type { ExecutedStep } from './respect';

type Explanation = { expected: string; got: string };

/** What the step should have shown and what it showed. */
export function explain(definition: Step | undefined, step: ExecutedStep, inputs: Inputs): Explanation {
  const check = step.checks.find(hasFailed);
  const condition = check?.condition;
  if (!step.response) return { expected: 'An answer.', got: `No answer that can be read: ${check?.message}` };
  const got = describeAnswer(step.response);
  if (!condition || condition.includes('$statusCode')) return { expected: wantedStatus(condition), got };
  return {
    expected: fill(definition?.description ?? '', inputs, String),
    got: describeStrangers(condition, step.response.body, inputs) ?? got,
  };
}

export const hasFailed = ({ passed, severity }: ExecutedStep['checks'][number]) =>
  !passed && severity === 'error';

function wantedStatus(condition = ''): string {
  if (condition.includes('>= 400')) return 'A refusal: any status from 400 to 499.';
  if (condition.includes('< 500')) return 'A success or a refusal: any status from 200 to 499.';
  return 'A success: any status from 200 to 299.';
}

/** The entries that a criterion of the form "no entry is …" has found. */
function describeStrangers(condition: string, body: unknown, inputs: Inputs): string | undefined {
  const [, filter] = /^\$\[\?count\(@(\[\?.*\])\) == 0\]$/.exec(condition) ?? [];
  if (!filter || !Array.isArray(body)) return undefined;
  const strangers = query(body, `$${fill(filter, inputs, JSON.stringify)}`);
  const shown = strangers.slice(0, 3).map((it) => JSON.stringify(it));
  const more = strangers.length > 3 ? `, and ${strangers.length - 3} more` : '';
  return `${strangers.length} of ${body.length} entries do not belong: ${shown.join(', ')}${more}`;
}

const fill = (text: string, inputs: Inputs, write: (value: unknown) => string) =>
  text.replace(/\{\$inputs\.(\w+)\}/g, (_, name: string) => write(inputs[name]));

function describeAnswer({ statusCode, body }: NonNullable<ExecutedStep['response']>): string {
  // A page is shown in one line, and cannot give orders to the terminal.
  const text =
    typeof body === 'string' ? body.replace(/[\s\p{Cc}]+/gu, ' ') : (JSON.stringify(body) ?? 'no body');
  const kind = Array.isArray(body) ? `a list of ${body.length}: ` : '';
  return `Status ${statusCode}, ${kind}${text.length > 500 ? `${text.slice(0, 500)}…` : text}`;
}

/** The call and its outcome in a line, as in `POST /cart/add {"itemId":"p1"} → 204`. */
export function describeCall({ request, response }: ExecutedStep, api: string): string {
  if (!request) return 'A call that brought no answer';
  const body = request.body === undefined ? '' : ` ${JSON.stringify(request.body)}`;
  const path = request.url.slice(api.length);
  return `${request.method.toUpperCase()} ${path}${body} → ${response?.statusCode ?? 'no answer'}`;
}

/** The call for a shell. The password stands in it as $PASSWORD, a token that was given out as $TOKEN. */
export function toCurl({ request }: ExecutedStep, password: string): string {
  if (!request) return '';
  const { method, url, headers, body } = request;
  const { authorization } = headers;
  const bearer = authorization?.endsWith(' not-a-token') ? authorization : 'Bearer $TOKEN';
  return [
    `curl -i -X ${method.toUpperCase()} ${quote(url)}`,
    ...(authorization ? [`-H "Authorization: ${bearer}"`] : []),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(body)).replace(password, `'"$PASSWORD"'`)}`,
        ]),
  ].join(' ');
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
