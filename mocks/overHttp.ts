import type { Http2Bindings, HttpBindings } from '@hono/node-server';

type Handle = (request: Request) => Promise<Response>;

/** The backend as an HTTP server hands it requests: for pages of any origin, and able to break a connection off. */
export const overHttp =
  (handle: Handle) =>
  async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => {
    const response =
      request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await handle(request);
    // What `fetch` knows as a network error: the connection ends without an answer.
    if (response.type === 'error') {
      incoming.socket.destroy();
      return new Response();
    }
    // It knows nothing worth stealing.
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-allow-headers', 'authorization, content-type, prefer');
    response.headers.set('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
    return response;
  };
