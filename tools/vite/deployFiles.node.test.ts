import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';

test.each([
  ...['./', 'shop/', 'https://cdn.example.com/', 'C:/Program Files/Git/shop/'],
  ...['/my shop/', '/läden/', '/shop+1/', '/$shop/'],
])('the build refuses %s as --base', async (base) => {
  await expect(resolveConfig({ base, logLevel: 'silent' }, 'build')).rejects.toThrow('--base must be');
});
