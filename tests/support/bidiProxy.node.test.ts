import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { forward } from './bidiProxy';

/** A socket that records what it is sent. */
function fakeSocket() {
  const sent: Record<string, unknown>[] = [];
  const socket = Object.assign(new EventEmitter(), {
    send: (text: string) => sent.push(JSON.parse(text)),
    close() {},
  }) as unknown as WebSocket;
  return { socket, sent, receive: (message: object) => socket.emit('message', JSON.stringify(message)) };
}

test('a command without a response fails with its name and those before it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const playwright = fakeSocket();
  const firefox = fakeSocket();
  forward(playwright.socket, firefox.socket, 1000);
  firefox.socket.emit('open');
  playwright.receive({ id: 1, method: 'browsingContext.create', params: { type: 'window' } });
  playwright.receive({ id: 2, method: 'script.callFunction', params: {} });
  playwright.receive({ id: 3, method: 'input.performActions', params: {} });
  await vi.advanceTimersByTimeAsync(999);
  for (const id of [1, 2]) firefox.receive({ type: 'success', id, result: {} });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(firefox.sent[0]).toEqual({ id: 1, method: 'browsingContext.create', params: { type: 'tab' } });
  expect(playwright.sent).toEqual([
    { type: 'success', id: 1, result: {} },
    { type: 'success', id: 2, result: {} },
    { type: 'error', id: 3, error: 'unknown error', message: expect.any(String) },
  ]);
  expect(playwright.sent[2]?.message).toBe(
    'Firefox did not respond to input.performActions {} within 1000 ms. Before it:\n' +
      'browsingContext.create {"type":"window"}\nscript.callFunction {}',
  );
});
