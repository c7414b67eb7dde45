import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { timeoutFor } from './pace';
import { startSession } from './webDriver';

type Respond = (value: unknown) => void;

const error = (error: string) => ({ error, message: '' });

/** A session of a driver. A test handles some commands; the others succeed. */
async function start(handlers: Record<string, (respond: Respond) => void>) {
  const commands: string[] = [];
  const driver = createServer((request, response) => {
    const respond: Respond = (value) => response.end(JSON.stringify({ value }));
    const command = `${request.method} ${request.url?.replace('/session/1', '')}`;
    if (command === 'POST /session') return respond({ sessionId: '1' });
    commands.push(command);
    if (handlers[command]) handlers[command](respond);
    else respond([true]);
  }).listen(0, '127.0.0.1');
  await once(driver, 'listening');
  onTestFinished(() => {
    driver.close();
    driver.closeAllConnections();
  });
  const { port } = driver.address() as AddressInfo;
  const session = await startSession(
    `http://127.0.0.1:${port}`,
    {},
    { limit: timeoutFor(2, 30), patience: 50 },
  );
  return { session, commands };
}

test('a script that was given up is not sent again when a reload destroys its page', async () => {
  const scripts: Respond[] = [];
  const { session } = await start({
    'POST /execute/sync'(respond) {
      scripts.push(respond);
      if (scripts.length > 1) respond([true]);
    },
    'POST /refresh'(respond) {
      const before = scripts.length;
      scripts[0]?.(error('no such frame'));
      // A script during a reload blocks the driver.
      setTimeout(() => scripts.length === before && respond(null), 100);
    },
  });
  expect(await session.evaluate(() => false)).toBe(true);
  await session.send('POST', '/refresh', {});
});

test('a command that an alert rejects is sent again', async () => {
  let isOpen = true;
  const { session, commands } = await start({
    'POST /click'(respond) {
      respond(isOpen ? { ...error('unexpected alert open'), data: { text: 'Item added to cart!' } } : null);
      isOpen = false;
    },
  });
  await session.send('POST', '/click', {});
  expect(session.alerts).toEqual(['Item added to cart!']);
  expect(commands).toEqual(['POST /click', 'POST /click']);
});

test('a command without a response is named with those before it', async () => {
  const { session } = await start({ 'POST /url': () => {} });
  await session.send('POST', '/window/rect', { width: 360 });
  await expect(session.send('POST', '/url', { url: 'http://localhost/items' })).rejects.toThrow(
    /^no response: not within \d+ ms: POST \/url {"url":"http:\/\/localhost\/items"}\nBefore it:\n.*\nPOST \/window\/rect {"width":360}$/,
  );
});
