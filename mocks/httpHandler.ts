import type { Http2Bindings, HttpBindings } from '@hono/node-server';

/** Adapts a request handler to an HTTP server: allows every origin, forbids caching, and closes the connection if the response is a network error. */
export const makeHttpHandler =
  (handle: (request: Request) => Promise<Response>) =>
  async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    const response =
      request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await handle(request);
    if (response.type === 'error') {
      incoming.socket.destroy();
      return new Response();
    }
    response.headers.set('cache-control', 'no-store');
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-allow-headers', 'authorization, content-type');
    response.headers.set('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
    return response;
  };
