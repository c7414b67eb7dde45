import { type Exchange, isSuccess } from './client.ts';

/** What the backend has probably got wrong, where an answer gives it away. */
export function guessReason({ operation, sent, status, body, misfit }: Exchange): string | undefined {
  const call = `${operation.method} ${operation.path}`;
  if (`${body}`.startsWith('redirects to '))
    return `${call} ${body}. Another origin gets no token: answer where the store asks.`;
  if (status === 404 && Object.keys(sent.query ?? {}).length)
    return 'No item fits, and the answer is 404: answer 200 with an empty list.';
  if (status === 404 && !operation.path.includes('remove'))
    return `There is nothing at ${call}, or it does not know what it was sent: look at the path and the method.`;
  if (status === 401 && sent.token)
    return 'The token is not taken. It comes as "Authorization: Bearer <token>", and stays good until it expires.';
  if (status >= 500) return `${call} has failed with ${status}: the backend's own log says more.`;
  return misfit && guessShape(body, misfit);
}

const CONFIRM =
  /captcha|invit|verification|(confirm|verif|activat).{0,40}(e-?mail|account)|(e-?mail|account).{0,40}(confirm|verif|activat)/i;

/** What bars everybody from an account of their own, where no signup brings a token. */
export function findGate(exchanges: Exchange[]): { why: string; exchange: Exchange } | undefined {
  const entries = exchanges.filter(({ operation }) => operation.path.startsWith('/auth/'));
  const hasToken = ({ body }: Exchange) => isObject(body) && typeof body.token === 'string';
  if (entries.some((it) => isSuccess(it) && hasToken(it))) return undefined;
  // A success with nothing in it that could be a token, by whatever name.
  const isEmpty = ({ body, sent }: Exchange) =>
    (isObject(body) || !body) &&
    !/"[^"\s]{16,}"(?!:)|\d{8,}/.test(
      JSON.stringify(body ?? '').replaceAll(`${(sent.body as { email?: string })?.email}`, ''),
    );
  const exchange = entries.find(
    (it) =>
      CONFIRM.test(JSON.stringify(it.body) ?? '') ||
      (it.operation.id === 'signup' && isSuccess(it) && isEmpty(it)),
  );
  const why =
    'No test user gets a token: a signup has to be confirmed first, or asks for what only people can do. --account or --signup go round that.';
  return exchange && { why, exchange };
}

function guessShape(body: unknown, misfit: string): string | undefined {
  if (misfit.includes('must be array') && isObject(body)) {
    const [name] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
    return name && `The list is inside "${name}": answer with the bare list.`;
  }
  const [, missing] = /must have required property '(\w+)'/.exec(misfit) ?? [];
  if (missing) {
    const owner = Array.isArray(body) ? body.find(isObject) : body;
    const name = missing && isObject(owner) && findLike(owner, missing);
    return name ? `It may be in "${name}": name it ${missing}.` : undefined;
  }
  if (/must be (number|integer).*but is "[-\d.]+"/.test(misfit)) return 'A number in quotes is a text.';
  return misfit.includes('is null') ? 'Something that was deleted is still referred to.' : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const otherNames: Record<string, RegExp> = {
  token: /token|jwt|session/i,
  _id: /^(id|uuid|.*id)$/i,
  name: /^(title|label|.*name)$/i,
  description: /^(text|desc|summary|details)$/i,
  price: /price|amount|cost|cents/i,
  category: /^(group|type|categories|.*category.*)$/i,
  quantity: /^(qty|count|amount|.*quantity.*)$/i,
  item: /^(product|article|.*item.*)$/i,
};

/** Also one level down, where answers are wrapped. */
function findLike(owner: Record<string, unknown>, missing: string): string | undefined {
  const names = Object.entries(owner).flatMap(([name, value]) =>
    isObject(value) ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
  );
  return names.find((name) => (otherNames[missing] ?? /^$/).test(name.split('.').at(-1) ?? ''));
}
