import { readContractFile } from '../contractFile.ts';
import { compare, readOpenApi } from '../diff.ts';
import type { Test } from './cli.ts';

const contract = readContractFile();

/** A change of the contract, and what a backend that passed before is told. */
const changes: { from: string; to: string; told: string }[] = [
  { from: 'summary: List items', to: 'summary: Show items', told: '' },
  {
    from: 'required: [_id, name, description, category, price]',
    to: 'required: [_id, name, description, category, price, stock]',
    told: 'breaks GET /items answers with [].stock that is missing, and has to be always there.',
  },
  {
    from: '/cart/remove:\n    post:',
    to: '/cart/delete:\n    post:',
    told: "breaks POST /cart/delete is not there. Removes the item's whole line from the cart; the other lines stay. When the item has no line, the cart stays as it is; answer with 2xx or 4xx.",
  },
  {
    from: 'price: { type: number, minimum: 0, description: Price of one piece in dollars. }\n    CartItem',
    to: 'price: { type: integer, minimum: 0, description: Price of one piece in cents. }\n    CartItem',
    told: 'breaks GET /items answers with [].price that is number, and has to be integer. Price of one piece in cents.',
  },
  {
    from: 'required: [name, email, password]\n',
    to: 'required: [email, password]\n',
    told: 'breaks POST /auth/signup has to take a body whose name is sometimes missing, not only always there.',
  },
  {
    from: 'itemId: { type: string, minLength: 1, description: The item whose line goes. }',
    to: 'itemId: { type: string, minLength: 8, description: The item whose line goes. }',
    told: 'strict POST /cart/remove has to refuse a body whose itemId is of a length of at least 1: only of a length of at least 8 fits.',
  },
  {
    from: 'operationId: getItems\n',
    to: 'operationId: getItems\n      security: [{ bearerAuth: [] }]\n',
    told: 'unsafe GET /items has to refuse calls without a token.',
  },
  {
    from: 'Highest price in dollars, inclusive.',
    to: 'Highest price in dollars, exclusive.',
    told: 'read GET /items says now: priceMax: Highest price in dollars, exclusive.',
  },
];

const tell = (gaps: ReturnType<typeof compare>) =>
  gaps.map(({ level, where, what }) => `${level} ${where} ${what}`).join('\n');

const own = `
openapi: 3.0.3
components:
  schemas:
    Product:
      allOf: [{ type: object, required: [_id, name] }]
      properties: { _id: { type: string }, name: { type: string, nullable: true }, price: { type: string } }
paths:
  /api/items:
    get:
      security: [{ key: [] }]
      parameters: [{ name: priceMin, in: query, schema: { type: number } }, { name: category, in: query, required: true }]
      responses: { 200: { content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Product' } } } } } }
`;

export const diffTests: Test[] = [
  ...changes.map(({ from, to, told }) => ({
    name: `A changed contract: ${told || 'nothing'}`,
    run() {
      const found = tell(compare(readOpenApi(contract), readOpenApi(contract.replace(from, to)), true));
      return contract.includes(from) && found === told ? undefined : `${contract.includes(from)} ${found}`;
    },
  })),
  {
    name: "A backend's own OpenAPI file: what the store would miss",
    run() {
      const found = tell(compare(readOpenApi(own), readOpenApi(contract), false));
      const wanted = [
        'breaks POST /auth/login is not there.',
        'breaks GET /items has to work without a token.',
        'breaks GET /items has no parameter priceMax. Highest price in dollars, inclusive.',
        'breaks GET /items answers with [].name that is null, and has to be string.',
        'breaks GET /items answers with [].price that is string, and has to be number.',
        'breaks GET /items answers with [].category that is missing',
        'unclear GET /items answers with [].price that is sometimes missing',
      ];
      return wanted.filter((it) => !found.includes(it)).length ? found : undefined;
    },
  },
];
