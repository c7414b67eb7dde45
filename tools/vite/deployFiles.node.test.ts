import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';

test.each(['./', 'shop/', 'https://cdn.example.com/', 'C:/Program Files/Git/shop/'])(
  'the build refuses %s as --base',
  async (base) => {
    await expect(resolveConfig({ base, logLevel: 'silent' }, 'build')).rejects.toThrow('--base must be');
  },
);
