import { operations } from '../../judge/files.ts';
import { type Broken, commonFaults } from '../fault.ts';
import { add } from './add.ts';
import { cart } from './cart.ts';
import { crossing } from './crossing.ts';
import { everywhere } from './everywhere.ts';
import { list } from './items.ts';
import { login } from './login.ts';
import { remove } from './remove.ts';
import { signup } from './signup.ts';
import { tokens } from './tokens.ts';

/** Each table is about one call, or about what several calls share. */
export const broken: Record<string, Broken[]> = {
  'POST /auth/signup': signup,
  'POST /auth/login': login,
  'Tokens and secrets': tokens,
  'GET /items': list,
  'GET /cart': cart,
  'POST /cart/add': add,
  'POST /cart/remove': remove,
  'Several calls': everywhere,
  'Every call': operations.flatMap(commonFaults),
  'A store on another origin': crossing,
};
const all = Object.values(broken).flat();

/** The change of a row, for tests that need one fault. */
export function changeOf(name: string) {
  const row = all.find((broken) => broken.name === name);
  if (!row) throw new Error(`There is no broken server "${name}".`);
  return row.change;
}

/** The journeys that find a broken server. */
export const findingJourneys = new Set(all.map(({ finds }) => finds.replace(/^\w+ /, '')));
