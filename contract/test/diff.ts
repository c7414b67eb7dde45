import { readContractFile } from '../contractFile.ts';
import { compare } from '../diff.ts';
import { readOpenApi } from '../openApi.ts';
import type { Test } from './cli.ts';
import { withWare } from './withWare.ts';

const contract = readContractFile();

/** A change of the contract, and what a backend that passed before is told. */
const changes: { from: string; to: string; told: string }[] = [
  { from: 'summary: List items', to: 'summary: Show items', told: '' },
  {
    from: 'required: [_id, name, description, category, price]',
    to: 'required: [_id, name, description, category, price, sample]',
    told: 'breaks GET /items answers with [].sample that is missing, and has to be always there.',
  },
  {
    from: '/cart/remove:\n    post:',
    to: '/cart/delete:\n    post:',
    told: "breaks POST /cart/delete is not there. Removes the item's whole line from the cart; the other lines stay. When the item has no line, the cart stays as it is; answer with 2xx or 4xx.",
  },
  {
    from: 'price: { type: number, minimum: 0, description: Price of one piece in dollars. }',
    to: 'price: { type: integer, minimum: 0, description: Price of one piece in cents. }',
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

/** A file of a backend's own that differs from the contract in one thing, and what is told of it. */
const ownFiles: { from: string | RegExp; to: string; told: string }[] = [
  {
    from: 'type: http\n      scheme: bearer',
    to: 'type: apiKey\n      in: cookie\n      name: sid',
    told: secured('breaks', 'the cookie sid'),
  },
  { from: 'scheme: bearer', to: 'scheme: basic', told: secured('breaks', '"Authorization: basic"') },
  {
    from: 'type: http\n      scheme: bearer',
    to: 'type: mutualTLS',
    told: secured('unclear', 'something that the file does not describe'),
  },
  { from: 'type: http\n      scheme: bearer', to: 'type: oauth2', told: '' },
  {
    from: '/items:',
    to: '/v1/items:',
    told: 'breaks GET /items is at /v1/items, and has to be at /items: all calls are below one address.',
  },
  { from: /^ {2}(?=\/)/gm, to: '  /api/v2', told: '' },
  {
    from: 'schema: { type: number }\n          example: 10',
    to: 'schema: { type: number, minimum: 0 }',
    told: 'strict GET /items has to take for priceMin what the store sends: any, not only at least 0.',
  },
  {
    from: 'schema: { type: number }\n          example: 10',
    to: 'schema: { type: number, minimum: 5 }',
    told: 'breaks GET /items has to take for priceMin what the store sends: any, not only at least 5.',
  },
  { from: /- name: priceMin[^-]*/, to: '- $ref: "#/components/parameters/Least"\n        ', told: '' },
  { from: /(?<=\{|name: )id\b/g, to: 'itemId', told: '' },
  {
    from: 'schema: { type: string, minLength: 2 }',
    to: 'schema: { type: integer }',
    told: 'breaks GET /wares/{id} has to take for id what the store sends: string, not only integer.\nbreaks PUT /wares/{id}/reviews/{nth} has to take for id what the store sends: string, not only integer.',
  },
];

function secured(level: string, way: string) {
  const told = (where: string) =>
    `${level} ${where} has to take the token as "Authorization: Bearer <token>", not only as ${way}.`;
  return ['GET /cart', 'POST /cart/add', 'POST /cart/remove'].map(told).join('\n');
}

/** The gaps as text, but for those of operations that the contract may gain. */
const tell = (gaps: ReturnType<typeof compare>) =>
  gaps
    .filter(({ where }) => !/^[A-Z]+ \//.test(where) || ours.test(where))
    .map(({ level, where, what }) => `${level} ${where} ${what}`)
    .join('\n');

/** The six of the contract, and those that tests here add to it. */
const ours =
  /^(POST \/auth\/(signup|login)|GET \/items|GET \/cart|POST \/cart\/(add|remove|delete)|[A-Z]+ \/wares\/.*)$/;

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
  ...ownFiles.map(({ from, to, told }) => ({
    name: `A backend's own OpenAPI file: ${to.trim()}: ${told || 'nothing'}`,
    run() {
      const whole = withWare(contract);
      const file = whole
        .replace(from, to)
        .replace(
          '  parameters:\n    Id:',
          '  parameters:\n    Least: { name: priceMin, in: query, schema: { type: number } }\n    Id:',
        );
      const found = tell(compare(readOpenApi(file), readOpenApi(whole), false));
      return whole !== whole.replace(from, to) && found === told ? undefined : found || 'nothing';
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
  {
    name: "A backend's own OpenAPI file: empty places say nothing",
    run() {
      const empty = 'openapi: 3.0.0\npaths: { /items: , /cart: { get: { responses: { 200: } } } }';
      const found = tell(compare(readOpenApi(empty), readOpenApi(contract), false));
      const wanted = ['breaks GET /items is not there.', 'breaks GET /cart answers 200 without JSON.'];
      return wanted.every((it) => found.includes(it)) ? undefined : found;
    },
  },
];
