import type { Backend } from '../../mocks/backend';
import { catalogue } from '../../mocks/catalogue';
import { demoAccount } from '../../mocks/demoAccount';

/** Puts items into the demo shopper's cart, not through the store. Returns the shopper's token. */
export async function fillCart({ handle }: Pick<Backend, 'handle'>, cart: Record<string, number> = {}) {
  async function post(path: string, body: object, token = '') {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const url = `http://localhost/api${path}`;
    return (await handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
  }
  const { email, password } = demoAccount;
  const { token }: { token: string } = await post('/auth/login', { email, password });
  for (const [name, quantity] of Object.entries(cart)) {
    const itemId = catalogue.find((item) => item.name === name)?._id;
    await post('/cart/add', { itemId, quantity }, token);
  }
  return token;
}
