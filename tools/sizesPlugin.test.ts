import { expect, test } from 'vitest';
import { describeSizes } from './sizesPlugin';

test('each file has a line with its parts, the largest first, and says what has grown or shrunk', () => {
  const before = { 'items.html': { whole: 10_100, parts: { styles: 6000, gone: 100, markup: 1400 } } };
  const now = {
    'items.html': { whole: 10_480, parts: { markup: 1310, styles: 6420, scripts: 300 } },
    'items-id.html': { whole: 8000, parts: { styles: 6420 } },
  };
  expect(describeSizes(now, before)).toBe(
    'items.html 10.5 (+0.4) of 10.5 kB: styles 6.4 (+0.4), markup 1.3 (-0.1), scripts 0.3 (+0.3)\nitems-id.html 8.0 of 10.5 kB: styles 6.4',
  );
  expect(describeSizes(now, now)).not.toContain('(');
});
