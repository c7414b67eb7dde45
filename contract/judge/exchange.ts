import { isUtf8 } from 'node:buffer';
import type { Operation } from '../openapi/readContract.ts';
import type { Hop } from './http.ts';

/** The content of a request. `body` is sent as JSON, `text` as it is. */
export type Sent = {
  token?: string | undefined;
  /** The values of parameters in the path. */
  path?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  /** A malformed query, as it is sent. */
  search?: string;
  body?: unknown;
  text?: string | undefined;
  /** Further headers, such as those of a preflight. */
  headers?: Record<string, string> | undefined;
};

export type Exchange = {
  operation: Operation;
  sent: Sent;
  url: string;
  /** Why the request does not fit openapi.yaml. The store never sends such a request. */
  requestError: string | undefined;
  /** 0 if no response came. */
  status: number;
  /** The parsed JSON, or the text if it is not JSON. */
  body: unknown;
  /** Why no response came, why its body cannot be read, or why a success does not fit openapi.yaml. */
  responseError?: string | undefined;
  headers: Headers;
  hops: Hop[];
  isTimeout: boolean;
  /** When it was sent and when its response had arrived, in milliseconds of the kit's clock. */
  start: number;
  end: number;
};

/** A 304 confirms a response that a browser has kept. */
export const isSuccess = ({ status }: Pick<Exchange, 'status'>) =>
  (status >= 200 && status < 300) || status === 304;
export const isRefusal = ({ status }: Pick<Exchange, 'status'>) => status >= 400 && status < 500;
export const isPage = ({ body }: Pick<Exchange, 'body'>) =>
  typeof body === 'string' && body.trimStart().startsWith('<');
/** Whether a call exists and is refused. */
export const isOwnRefusal = (exchange: Exchange) =>
  isRefusal(exchange) && !exchange.hops.length && ![404, 405].includes(exchange.status);
export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The body of a request as it is sent. */
export const textOf = ({ text, body }: Sent): string | undefined => text ?? JSON.stringify(body);

/** Why a request does not fit openapi.yaml; undefined if it does. */
export const findRequestError = ({ checkRequest }: Operation, sent: Sent): string | undefined =>
  sent.search
    ? 'the query is malformed'
    : checkRequest({ ...sent.path, ...sent.query }, parseJson(textOf(sent)));

export function writeQuery(query: Sent['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  // As the store does
  return pairs.length ? `?${String(new URLSearchParams(pairs)).replaceAll('+', '%20')}` : '';
}

/** Why a response with characters outside ASCII is cut off. */
export const WRONG_LENGTH = 'the response is cut off: Content-Length must count bytes, and counts characters';

type Head = Pick<Exchange, 'status' | 'headers' | 'hops'>;

/** The body of a response, and why a success does not fit openapi.yaml. */
export function parse(operation: Operation, head: Head, bytes: Buffer) {
  const text = new TextDecoder().decode(bytes);
  const json = parseJson(text);
  const body = json === undefined ? text : json;
  if (!isSuccess(head)) return { body };
  const error = findResponseError(operation, head, body);
  const isBroken =
    error && json === undefined && /^application\/json/i.test(head.headers.get('content-type') ?? '');
  if (isBroken && isCutOff(text)) {
    return { body, responseError: bytes.length > text.length ? WRONG_LENGTH : 'the response is cut off' };
  }
  if (!isUtf8(bytes)) return { body: text, responseError: 'the response is not UTF-8' };
  return { body, responseError: isBroken ? 'the response is not JSON' : error };
}

function findResponseError(operation: Operation, { status, hops }: Head, body: unknown) {
  const toGet = operation.method === 'GET' ? undefined : hops.find((hop) => hop.status < 307);
  if (toGet) return `a redirect with ${toGet.status} makes browsers send GET`;
  return operation.checkResponse(status, body);
}

/** Whether a text begins as JSON does, and has no end. */
const isCutOff = (text: string) => /^\s*[[{]/.test(text) && !/[\]}]\s*$/.test(text);

export function parseJson(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All strings and numbers in a body, with the names of their fields. */
export function fieldsOf(value: unknown, name = ''): [name: string, value: string | number][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => fieldsOf(part, name));
  return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
}

export const valuesOf = (body: unknown): string[] => fieldsOf(body).map(([, value]) => `${value}`);

/** The words with which the backend explains a refusal; empty if it does not. */
export function reasonOf({ body }: Pick<Exchange, 'body'>): string {
  const words = valuesOf(body).filter((value) => /[a-z]{2}/i.test(value));
  const text = words.join('; ');
  return /<\w+/.test(text) ? '' : text.slice(0, 200);
}
