#!/usr/bin/env -S node --import tsx
// Playwright starts this script instead of Firefox. It starts a stock Firefox and forwards WebDriver BiDi in both directions, except
// for a command that Firefox ESR does not know and one that would open a window for every page.
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from './programs.ts';

/** Emulates a colour scheme, which no test in Firefox needs. */
const UNKNOWN_TO_FIREFOX = 'emulation.setMediaFeaturesOverride';

/** Opening a tab takes a quarter of a second less processor time. */
const OPENS_A_WINDOW = 'browsingContext.create';

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));

firefox.stderr.setEncoding('utf8').on('data', (text: string) => {
  const [announcement, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
  if (!announcement || !address) return process.stderr.write(text);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (playwright, { url }) => pass(playwright, new WebSocket(`${address}${url}`)));
});

function pass(playwright: WebSocket, browser: WebSocket) {
  const isOpen = new Promise((resolve) => browser.once('open', resolve));
  playwright.on('message', async (data) => {
    const message = String(data);
    const command = JSON.parse(message);
    const { id, method, params } = command;
    await isOpen;
    if (method === UNKNOWN_TO_FIREFOX) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (method === OPENS_A_WINDOW)
      browser.send(JSON.stringify({ ...command, params: { ...params, type: 'tab' } }));
    else browser.send(message);
  });
  browser.on('message', (data) => playwright.send(String(data)));
  browser.once('close', () => playwright.close());
  playwright.once('close', () => browser.close());
}
