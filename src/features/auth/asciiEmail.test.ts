import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAsciiEmail } from './asciiEmail';

test.each([
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['Ada.L+shop@BÜCHER.example', 'Ada.L+shop@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
])('%s becomes %s', (email, ascii) => {
  expect(toAsciiEmail(email)).toBe(ascii);
});

// The last ones are no valid domains: a path, and a slash that only looks like a letter.
test.each([
  'ADA@Example.COM',
  'ada@127.1',
  'jürgen@example.com',
  'bücher.example',
  'ada@bücher.example/path',
  'ada@bü／cher.example',
])('%j stays as it is', (email) => {
  expect(toAsciiEmail(email)).toBe(email);
});

test('any text: nothing throws, the local part stays, ASCII stays, and a second time changes nothing', () => {
  const email = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
      .map((parts) => parts.join('@')),
  );
  fc.assert(
    fc.property(email, (text) => {
      const ascii = toAsciiEmail(text);
      const localPart = text.slice(0, text.lastIndexOf('@') + 1);
      expect(ascii.startsWith(localPart)).toBe(true);
      if (/^[\0-\x7f]*$/.test(text)) expect(ascii).toBe(text);
      expect(toAsciiEmail(ascii)).toBe(ascii);
    }),
    { numRuns: 1000 },
  );
});
