import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';

/** Starts a server on the port of `$PORT`; 0 picks a free one. Resolves to the actual port. Rejects with what to do. */
export async function listen(start: (port: number) => ServerType, text: string): Promise<number> {
  const port = Number(text);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new Error(`PORT is "${text}". Use a number from 0 to 65535.`);
  const server = start(port);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`Port ${port}: ${(error as Error).message}. Choose another port or host.`);
  }
  return (server.address() as AddressInfo).port;
}
