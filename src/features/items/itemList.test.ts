import { expect, test } from 'vitest';
import { formatItemCount } from './itemList';

test('formats the number of items', () => {
  expect([0, 1, 2, 60].map(formatItemCount)).toEqual(['No items', '1 item', '2 items', '60 items']);
});
