import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAsciiEmail } from './asciiEmail';

test.each([
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['Ada.L+shop@BÜCHER.example', 'Ada.L+shop@xn--bcher-kva.example'],
  ['ada@shop.bücher.example', 'ada@shop.xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
  // The same word, with a combining accent.
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['"ada@home"@bücher.example', '"ada@home"@xn--bcher-kva.example'],
  ['a@b@bücher.example', 'a@b@xn--bcher-kva.example'],
  ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
])('%s becomes %s', (email, ascii) => {
  expect(toAsciiEmail(email)).toBe(ascii);
});

test.each([
  'ada@example.com',
  'ADA@Example.COM',
  'ada@xn--bcher-kva.example',
  'ada+tag%20@example.com',
  '"ada lovelace"@example.com',
  'ada@[::1]',
  'ada@127.1',
  'ada@',
  '@',
  '',
  'bücher.example',
  'jürgen@example.com',
  'ada@bücher.example:80',
  'ada@bücher.example/path',
  'ada@bücher.example?q#h',
  'ada@bücher.example\\x',
  'ada@b%C3%BCcher.ü',
  'ada@bü cher.example',
  'ada@bü\tcher.example',
  'ada@bü\u00a0cher.example',
  'ada@bü／cher.example',
  'ada@bü＠cher.example',
  'ada@[ü]',
  'ada@ü..example\u0000',
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
