import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { timeoutFor } from './pace';
import { startSession } from './webDriver';

type Respond = (value: unknown) => void;

/** A session of a driver. A test handles some commands; the others succeed. */
async function start(handlers: Record<string, (respond: Respond) => void>) {
  const driver = createServer((request, response) => {
    const respond: Respond = (value) => response.end(JSON.stringify({ value }));
    const command = `${request.method} ${request.url?.replace('/session/1', '')}`;
    if (command === 'POST /session') respond({ sessionId: '1' });
    else if (handlers[command]) handlers[command](respond);
    else respond(null);
  }).listen(0, '127.0.0.1');
  await once(driver, 'listening');
  onTestFinished(() => {
    driver.close();
    driver.closeAllConnections();
  });
  const { port } = driver.address() as AddressInfo;
  return startSession(`http://127.0.0.1:${port}`, {}, { limit: timeoutFor(2, 30), patience: 50 });
}

test('a script that was given up is not sent again when a reload destroys its page', async () => {
  const scripts: Respond[] = [];
  const { send, evaluate } = await start({
    'POST /execute/sync'(respond) {
      scripts.push(respond);
      if (scripts.length > 1) respond([true]);
    },
    'POST /refresh'(respond) {
      const before = scripts.length;
      scripts[0]?.({ error: 'no such frame', message: '' });
      // A script during a reload blocks the driver.
      setTimeout(() => scripts.length === before && respond(null), 100);
    },
  });
  expect(await evaluate(() => false)).toBe(true);
  await send('POST', '/refresh', {});
});

test('a command without a response fails with its name and those before it', async () => {
  const { send } = await start({ 'POST /url': () => {} });
  await send('POST', '/window/rect', { width: 360 });
  await expect(send('POST', '/url', { url: 'http://localhost/items' })).rejects.toThrow(
    /^no response: after \d+ ms: POST \/url {"url":"http:\/\/localhost\/items"}\nBefore it:\n.*\nPOST \/window\/rect {"width":360}$/,
  );
});
