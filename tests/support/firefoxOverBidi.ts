#!/usr/bin/env -S node --import tsx
// Playwright starts this script instead of Firefox. It starts a stock Firefox, and a proxy for its
// WebDriver BiDi.
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { forward } from './bidiProxy.ts';
import { findFirefox } from './programs.ts';

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
// Also if this script fails.
process.once('exit', () => firefox.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));

firefox.stderr.setEncoding('utf8').on('data', (text: string) => {
  const [announcement, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
  if (!announcement || !address) return process.stderr.write(text);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (playwright, { url }) => forward(playwright, new WebSocket(`${address}${url}`)));
});
