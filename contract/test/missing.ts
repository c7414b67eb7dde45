import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { testedCalls } from './broken/all.ts';
import { type Call, Shop } from './goodBackend.ts';
import { check } from './kit.ts';
import { serve } from './serve.ts';

// Runs before the rows: names the endpoints of openapi.yaml that the kit or its self-test does not know.

type Operation = { security?: object[]; requestBody?: object };
/** A call that the kit made, and the status of the response. */
export type Made = Pick<Call, 'route' | 'token' | 'body'> & { status: number };

export function findMissing(contract: string, made: Made[], tested: string[]): string[] {
  const paths: Record<string, Record<string, Operation>> = parse(contract).paths;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ route: `${method.toUpperCase()} ${path}`, ...operation }] : [];
    }),
  );
  return operations.flatMap(({ route, security, requestBody }) => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const calls = made.filter((call) => pattern.test(call.route));
    const refusals = [
      ...(security?.length ? [['without a token', calls.some(({ token }) => !token)] as const] : []),
      ...(requestBody
        ? [['without a JSON body', calls.some(({ body }) => body === undefined)] as const]
        : []),
    ].flatMap(([words, isTried]) => (isTried ? [] : words));
    const lacks = [
      ...(calls.some(({ status }) => status < 300)
        ? []
        : ['contract/test/goodBackend.ts: a response to it.']),
      ...(calls.length ? [] : ['contract/journeys/: a journey that makes the call.']),
      ...(refusals.length ? [`contract/journeys/: a journey that makes it ${refusals.join(', and ')}.`] : []),
      ...(tested.includes(route) ? [] : ['contract/test/broken/: a broken server that the journey finds.']),
    ];
    return lacks.length
      ? [`${route} is in openapi.yaml, and still needs:`, ...lacks.map((it) => `  ${it}`)]
      : [];
  });
}

/** The calls of a whole run against the correct backend. */
async function recordCalls(): Promise<Made[]> {
  const shop = new Shop();
  const made: Made[] = [];
  shop.onReply(({ status }, { route, token, body }) => {
    made.push({ route, token, body, status });
    return undefined;
  });
  const { api, close } = await serve(shop);
  await check(api);
  close();
  return made;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const contract = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const missing = findMissing(contract, await recordCalls(), testedCalls);
  for (const line of missing.slice(0, 9)) console.log(line);
  process.exit(missing.length ? 1 : 0);
}
