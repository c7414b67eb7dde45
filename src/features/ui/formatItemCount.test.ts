import { expect, test } from 'vitest';
import { formatItemCount } from './formatItemCount';

test('formats the number of items', () => {
  expect([0, 1, 60, 1167].map(formatItemCount)).toEqual(['No items', '1 item', '60 items', '1,167 items']);
});
