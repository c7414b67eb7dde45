import fc from 'fast-check';
import { makeClient } from '../client.ts';
import { readContractFile } from '../contractFile.ts';
import { misfitsOf } from '../model.ts';
import { readContract } from '../readContract.ts';
import { openShop } from '../shop.ts';
import { makeWatcher } from '../watch.ts';
import type { Test } from './cli.ts';
import { serve } from './serve.ts';
import { withWare } from './withWare.ts';

const contract = withWare(readContractFile());
const item = { _id: 'a/b', name: 'Tea', description: '', category: 'Drinks', price: 4.5 };

/** Answers with what it was asked for; the item "a/b" has all of its fields. */
const echo = (request: Request) => {
  const { pathname } = new URL(request.url);
  return Response.json(pathname === '/api/wares/a%2Fb' ? item : { pathname });
};

const misfit = "getWare: the value must have required property '_id'";

export const pathTests: Test[] = [
  {
    name: 'A parameter in a path: the client sends it, and knows the answer',
    async run() {
      const { api, close } = await serve(echo);
      const client = makeClient(api, readContract(contract));
      const known = await client.call('getWare', { path: { id: 'a/b' } });
      const unknown = await client.call('getWare');
      const review = await client.call('writeReview', {
        path: { id: 'é', nth: 2 },
        query: { draft: 'true' },
      });
      close();
      const told = `${known.misfit} ${unknown.url} ${unknown.misfit} ${review.url.slice(api.length)}`;
      return told.startsWith(`undefined ${api}/wares/none ${misfit}`) &&
        told.endsWith(' /wares/%C3%A9/reviews/2?draft=true')
        ? undefined
        : told;
    },
  },
  {
    name: 'A parameter in a path: a call that is refused for it sends it',
    async run() {
      const { api, close } = await serve(echo);
      const shop = openShop(makeClient(api, readContract(contract)), undefined, 'secret');
      const wrong = { path: { id: 'unknown' } };
      const { url, sent } = await shop.call('getWare', shop.spoil('getWare', wrong, { token: 'ada' }));
      close();
      const told = `${url.slice(api.length)} as ${sent.token}`;
      return told === '/wares/unknown as ada' ? undefined : told;
    },
  },
  {
    name: 'A parameter in a path: the watcher knows the call, and what does not fit',
    async run() {
      const watched = await serve(echo);
      const lines: string[] = [];
      const { api, close } = await serve(makeWatcher(watched.api, contract, (line) => lines.push(line)));
      for (const path of ['/wares/a%2Fb', '/wares/tea', '/wares/new', '/wares/a/b']) await fetch(api + path);
      // What a browser asks before it calls from another origin is no call of the contract.
      await fetch(`${api}/wares/tea`, { method: 'OPTIONS' });
      close();
      watched.close();
      const told = lines.join('\n');
      return lines.length === 2 &&
        told.startsWith(`✗ GET /wares/tea → 200: ${misfit}`) &&
        told.endsWith('✗ GET /wares/a/b → 200: openapi.yaml has no such call.')
        ? undefined
        : told;
    },
  },
  {
    name: 'A parameter in a path is no field that a random sequence sends in a query or a body',
    run() {
      const misfits = fc.sample(misfitsOf(readContract(contract)), 2000);
      const fields = misfits.flatMap(({ wrong }) => Object.keys(wrong));
      return fields.includes('priceMin') && !fields.includes('id') ? undefined : fields.join();
    },
  },
];
