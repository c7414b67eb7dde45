import { afterEach, expect, test, vi } from 'vitest';
import { readApiBase } from './apiBase';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  '',
  '/',
  'api.example.com/api',
  '//api.example.com/api',
  'api',
  '"/api"',
  '/api?version=2',
  '/api #1',
])('the build refuses %s as VITE_API_BASE', (base) => {
  vi.stubEnv('VITE_API_BASE', base);
  expect(() => readApiBase('production')).toThrow('VITE_API_BASE must be a path or a URL');
});

test.each([
  ['/api', '/api'],
  ['/shop/api/', '/shop/api'],
  ['https://api.example.com', 'https://api.example.com'],
  ['http://[::1]:4000/api/', 'http://[::1]:4000/api'],
])('VITE_API_BASE may be "%s"', (base, expected) => {
  vi.stubEnv('VITE_API_BASE', base);
  expect(readApiBase('production')).toBe(expected);
});
