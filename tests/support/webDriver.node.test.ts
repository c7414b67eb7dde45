import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { timeoutFor } from './pace';
import { startSession } from './webDriver';

type Respond = (value: unknown) => void;

const error = (error: string) => ({ error, message: '' });

/** A session of a driver. A test handles some commands; the others succeed, and no alert is open. */
async function start(handlers: Record<string, (respond: Respond) => void>) {
  const commands: string[] = [];
  const driver = createServer((request, response) => {
    const respond: Respond = (value) => response.end(JSON.stringify({ value }));
    const command = `${request.method} ${request.url?.replace('/session/1', '')}`;
    if (command === 'POST /session') return respond({ sessionId: '1' });
    commands.push(command);
    if (handlers[command]) handlers[command](respond);
    else respond(command === 'GET /alert/text' ? error('no such alert') : [true]);
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
  let isReloading = false;
  let finishReload = () => {};
  const { session } = await start({
    'POST /execute/sync'(respond) {
      scripts.push(respond);
      // A script during a reload blocks the driver.
      if (isReloading) finishReload = () => {};
      else if (scripts.length > 1) respond([true]);
    },
    'POST /refresh'(respond) {
      isReloading = true;
      finishReload = () => {
        isReloading = false;
        respond(null);
      };
      scripts[0]?.(error('no such frame'));
    },
    'GET /alert/text'(respond) {
      respond(error('no such alert'));
      finishReload();
    },
  });
  expect(await session.evaluate(() => false)).toBe(true);
  await session.navigate('/refresh');
});

test('commands are sent one at a time, in their order', async () => {
  const waiting: Respond[] = [];
  const { session, commands } = await start({ 'POST /a': (respond) => waiting.push(respond) });
  const both = Promise.all([session.send('POST', '/a', {}), session.send('POST', '/b', {})]);
  await expect.poll(() => waiting).toHaveLength(1);
  expect(commands).not.toContain('POST /b');
  waiting[0]?.(null);
  await both;
});

test('an alert that opens during a command is accepted, and a command that it rejects is sent again', async () => {
  const waiting: Respond[] = [];
  let isOpen = true;
  const { session, commands } = await start({
    'POST /click': (respond) => waiting.push(respond),
    'GET /alert/text': (respond) => respond(isOpen ? 'Item added to cart!' : error('no such alert')),
    'POST /alert/accept'(respond) {
      isOpen = false;
      respond(null);
      waiting[0]?.(error('unexpected alert open'));
      waiting[1]?.(null);
    },
  });
  const click = session.send('POST', '/click', {});
  await expect.poll(() => waiting).toHaveLength(2);
  isOpen = true;
  await click;
  expect(session.alerts).toEqual(['Item added to cart!', 'Item added to cart!']);
  expect(commands.filter((command) => command === 'POST /click')).toHaveLength(2);
});

test('a command without a response is named with those before it, and ends the session', async () => {
  const { session, commands } = await start({ 'POST /url': () => {} });
  await session.send('POST', '/window/rect', { width: 360 });
  await expect(session.send('POST', '/url', { url: 'http://localhost/items' })).rejects.toThrow(
    /POST \/url {"url":"http:\/\/localhost\/items"}\nwithin \d+ ms. Before it:\n.*\nPOST \/window\/rect {"width":360}$/,
  );
  const before = commands.length;
  await expect(session.evaluate(() => false)).rejects.toThrow('did not respond to POST /url');
  expect(commands).toHaveLength(before);
});
