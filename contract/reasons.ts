import type { Exchange } from './client.ts';

/** What the backend has probably got wrong, where an answer gives it away. */
export function guessReason({ operation, sent, status, body, misfit }: Exchange): string | undefined {
  if (status === 429)
    return 'The backend limits how often it may be called: --rate 5 asks five times a second.';
  if (status === 404 && !operation.path.includes('remove'))
    return 'Nothing is there: look at the path and the method.';
  if (status === 401 && sent.token)
    return 'The token is not taken. It comes as "Authorization: Bearer <token>", and stays good until it expires.';
  if (status >= 500) return 'The backend has failed: its own log says more.';
  return misfit && guessShape(body, misfit);
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
